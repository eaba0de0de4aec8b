# vide_embed_page(OUTPUT): a source with the files of the built editor, which `vide studio` serves;
# without them where the editor has not been built.
set(VIDE_EDITOR_PAGE ${PROJECT_SOURCE_DIR}/editor/dist CACHE PATH
  "The built editor that vide studio serves (scripts/build_editor.sh makes it)")

function(vide_embed_page output)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${VIDE_EDITOR_PAGE} ${VIDE_EDITOR_PAGE}/*)
  list(FILTER files EXCLUDE REGEX "\\.map$")
  list(LENGTH files count)
  set(number 0)
  foreach(file IN LISTS files)
    # The assembler takes the bytes in, for a compiler reads them a hundred times slower.
    string(APPEND symbols "asm(R\"(.pushsection .rodata
.global vide_page_${number}, vide_page_${number}_end
vide_page_${number}: .incbin \"${VIDE_EDITOR_PAGE}/${file}\"
vide_page_${number}_end:
.popsection)\");
extern \"C\" const std::uint8_t vide_page_${number}[], vide_page_${number}_end[];
")
    string(APPEND entries "      {\"${file}\", {vide_page_${number}, vide_page_${number}_end}},\n")
    math(EXPR number "${number} + 1")
  endforeach()
  set(body "  return {};\n")
  if(count)
    set(body "  static const PageFile files[] = {\n${entries}  };\n  return files;\n")
  endif()
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT
"#include \"apps/vide/studio_page.hpp\"

@symbols@
namespace vide::cli {

std::span<const PageFile> embeddedPage() {
@body@}

}  // namespace vide::cli
")
  list(TRANSFORM files PREPEND ${VIDE_EDITOR_PAGE}/)
  set_source_files_properties(${output} PROPERTIES OBJECT_DEPENDS "${files}")
endfunction()
