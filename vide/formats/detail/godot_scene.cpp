// SPDX-License-Identifier: MIT
#include "vide/formats/detail/godot_scene.hpp"

#include <algorithm>

#include "vide/core/text.hpp"
#include "vide/formats/detail/text_cursor.hpp"

namespace vide::detail {
namespace {

constexpr int deepest = 32;

bool isWordCharacter(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c == '/' || c == '.' || c == '-' || c == '+' || c == ':' ||
         static_cast<signed char>(c) < 0;
}

class SceneParser {
 public:
  SceneParser(std::string_view text, std::size_t max_values)
      : text_(text), max_values_(max_values) {}

  Result<std::vector<GodotSection>> parse() {
    std::vector<GodotSection> sections;
    for (skipBlank(); at_ < text_.size(); skipBlank()) {
      const bool ok = text_[at_] == '[' ? header(sections) : property(sections);
      if (values_ > max_values_) {
        return fail(ErrorCode::limit_exceeded, text("line ", line(), ": more than ", max_values_,
                                                    " values to be kept (max_values)"));
      }
      if (!ok) return fail(ErrorCode::malformed_data, text("line ", line(), ": ", fault_));
    }
    if (sections.empty() || sections[0].kind != "gd_scene") {
      return fail(ErrorCode::malformed_data, "it does not start with [gd_scene ..]");
    }
    return sections;
  }

 private:
  bool wrong(const char* what) {
    if (fault_.empty()) fault_ = what;
    return false;
  }

  std::size_t line() const {
    const auto end = text_.begin() + std::ptrdiff_t(std::min(at_, text_.size()));
    return 1 + std::size_t(std::count(text_.begin(), end, '\n'));
  }

  // Space and comments.
  void skipBlank() {
    while (at_ < text_.size()) {
      if (isSpace(text_[at_])) {
        ++at_;
      } else if (text_[at_] == ';') {
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;
      } else {
        return;
      }
    }
  }

  bool take(char c) {
    skipBlank();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  std::string_view word() {
    skipBlank();
    const std::size_t start = at_;
    while (at_ < text_.size() && isWordCharacter(text_[at_])) ++at_;
    return text_.substr(start, at_ - start);
  }

  // [kind name=value ..]
  bool header(std::vector<GodotSection>& sections) {
    ++at_;
    GodotSection section{std::string(word())};
    if (section.kind.empty()) return wrong("a section has no name");
    while (!take(']')) {
      const std::string name(word());
      if (name.empty() || !take('=')) return wrong("a section is not closed by ]");
      GodotValue value;
      if (!this->value(value, 0)) return false;
      section.attributes.emplace_back(name, std::move(value));
    }
    sections.push_back(std::move(section));
    return true;
  }

  // name = value
  bool property(std::vector<GodotSection>& sections) {
    std::string name(word());
    if (name.empty() && text_[at_] == '"') {
      GodotValue quoted;
      if (!quotedText(quoted)) return false;
      name = quoted.text;
    }
    if (name.empty() || !take('=')) return wrong("expected a name and =");
    GodotValue value;
    if (!this->value(value, 0)) return false;
    if (sections.empty()) return wrong("a value stands before the first section");
    sections.back().properties.emplace_back(std::move(name), std::move(value));
    return true;
  }

  bool quotedText(GodotValue& out) {
    out.kind = GodotValue::Kind::text;
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] == '"') {
        ++at_;
        return true;
      }
      if (text_[at_] == '\\' && ++at_ == text_.size()) break;
      out.text += text_[at_];
    }
    return wrong("a text is not closed");
  }

  // Values up to `end`; numbers alone are kept as such.
  bool sequence(char end, GodotValue& out, int depth) {
    while (!take(end)) {
      GodotValue item;
      if (!value(item, depth + 1)) return false;
      const bool plain = item.kind == GodotValue::Kind::number && out.items.empty();
      if (plain) {
        out.numbers.push_back(item.number);
      } else {
        for (const double number : out.numbers) {
          out.items.push_back({.kind = GodotValue::Kind::number, .number = number});
        }
        out.numbers.clear();
        out.items.push_back(std::move(item));
      }
      if (!take(',')) {
        return take(end) || wrong("a list is not closed");
      }
    }
    return true;
  }

  bool table(GodotValue& out, int depth) {
    out.kind = GodotValue::Kind::table;
    while (!take('}')) {
      GodotValue key, item;
      if (!value(key, depth + 1)) return false;
      if (!take(':')) return wrong("a key has no value");
      if (!value(item, depth + 1)) return false;
      out.items.push_back(std::move(key));
      out.items.push_back(std::move(item));
      if (!take(',')) return take('}') || wrong("a table is not closed");
    }
    return true;
  }

  bool named(GodotValue& out, int depth) {
    const std::string_view name = word();
    if (name.empty()) return wrong("expected a value");
    if (name == "true" || name == "false") {
      out.kind = GodotValue::Kind::flag;
      out.number = name == "true";
      return true;
    }
    if (name == "null") return true;
    if (const auto number = toNumber(name)) {
      out.kind = GodotValue::Kind::number;
      out.number = *number;
      return true;
    }
    if (name == "inf" || name == "-inf" || name == "nan" || name == "inf_neg") {
      return wrong("a number is not finite");
    }
    out.kind = GodotValue::Kind::call;
    out.text = name;
    // Typed containers: Array[int]([..]).
    if (take('[')) {
      while (at_ < text_.size() && text_[at_] != ']') ++at_;
      if (!take(']')) return wrong("a type is not closed");
    }
    if (!take('(')) return wrong("a word stands where a value should");
    return sequence(')', out, depth);
  }

  bool value(GodotValue& out, int depth) {
    if (++values_ > max_values_) return wrong("too many values");
    if (depth > deepest) return wrong("values are nested too deeply");
    skipBlank();
    if (at_ == text_.size()) return wrong("a value is missing");
    const char c = text_[at_];
    if ((c == '&' || c == '^') && at_ + 1 < text_.size() && text_[at_ + 1] == '"') ++at_;
    if (text_[at_] == '"') return quotedText(out);
    if (take('[')) {
      out.kind = GodotValue::Kind::list;
      return sequence(']', out, depth);
    }
    if (take('{')) return table(out, depth);
    return named(out, depth);
  }

  std::string_view text_;
  std::size_t max_values_ = 0, values_ = 0;
  std::size_t at_ = 0;
  std::string fault_;
};

const GodotValue* named(const std::vector<std::pair<std::string, GodotValue>>& list,
                        std::string_view name) {
  const auto at = std::ranges::find(list, name, &std::pair<std::string, GodotValue>::first);
  return at == list.end() ? nullptr : &at->second;
}

}  // namespace

const GodotValue* GodotValue::find(std::string_view key) const {
  if (kind != Kind::table) return nullptr;
  for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
    if (items[i].text == key) return &items[i + 1];
  }
  return nullptr;
}

const GodotValue* GodotSection::property(std::string_view name) const {
  return named(properties, name);
}

std::string GodotSection::attribute(std::string_view name) const {
  const GodotValue* value = named(attributes, name);
  if (!value) return {};
  return value->kind == GodotValue::Kind::number ? toText(value->number) : value->text;
}

Result<std::vector<GodotSection>> parseGodotScene(std::string_view text, std::size_t max_values) {
  return SceneParser(text, max_values).parse();
}

}  // namespace vide::detail
