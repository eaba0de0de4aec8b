# SPDX-License-Identifier: MIT
# godot3-server --path FOLDER --script check_scenes.gd: opens every NAME.tscn of the folder in
# Godot itself, plays its animations, poses its polygons as the renderer does, and compares them
# with NAME.expected.json: which layers are seen, in which order, how coloured, and where each
# vertex is, to a tenth of a pixel.
extends SceneTree

const TOLERANCE = 0.1
const MOST_BONES = 4  # that the renderer lets pull at a vertex

var problems = []


func _init():
	var names = scene_names()
	for name in names:
		check(name)
	for i in range(min(problems.size(), 20)):
		print("problem: ", problems[i])
	print("problems: ", problems.size())
	quit(1 if names.empty() or not problems.empty() else 0)


func scene_names():
	var names = []
	var folder = Directory.new()
	folder.open("res://")
	folder.list_dir_begin(true)
	var file = folder.get_next()
	while file != "":
		if file.ends_with(".tscn"):
			names.append(file.get_basename())
		file = folder.get_next()
	names.sort()
	return names


func read_expected(name):
	var file = File.new()
	file.open("res://%s.expected.json" % name, File.READ)
	var parsed = JSON.parse(file.get_as_text())
	file.close()
	return parsed.result


func check(name):
	var packed = load("res://%s.tscn" % name)
	if packed == null:
		problems.append("%s: Godot does not read it" % name)
		return
	var expected = read_expected(name)
	var worst = 0.0
	var compared = 0
	for clip in expected.clips:
		var scene = packed.instance()
		root.add_child(scene)
		var player = scene.get_node("AnimationPlayer")
		if not player.has_animation(clip.name):
			problems.append("%s: no animation \"%s\"" % [name, clip.name])
			continue
		player.play(clip.name)
		for moment in clip.moments:
			player.seek(moment.time, true)
			var where = "%s: clip \"%s\" at %f s" % [name, clip.name, moment.time]
			worst = max(worst, compare(scene, moment.layers, expected.height, where))
			compared += moment.layers.size()
		scene.free()
	print("%s.tscn: %d meshes, at most %f px off" % [name, compared, worst])


# How far a moment is off.
func compare(scene, layers, height, where):
	var shown = shown_polygons(scene)
	if shown.size() != layers.size():
		problems.append("%s: shows %d layers instead of %d" % [where, shown.size(), layers.size()])
		return 0.0
	var skeleton = scene.get_node("Skeleton2D")
	var worst = 0.0
	for i in range(layers.size()):
		var polygon = shown[i]
		var layer = layers[i]
		if not polygon.name.begins_with(layer.layer.replace(".", "_").replace("/", "_")):
			problems.append("%s: shows %s instead of %s" % [where, polygon.name, layer.layer])
		var wanted = Color(layer.tint[0], layer.tint[1], layer.tint[2], layer.opacity)
		if not close(polygon.modulate, wanted):
			problems.append("%s: %s is coloured %s" % [where, polygon.name, polygon.modulate])
		var off = farthest(polygon, skeleton, layer.positions, height)
		if off > TOLERANCE:
			problems.append("%s: %s is off by %f px" % [where, polygon.name, off])
		worst = max(worst, off)
	return worst


func close(a, b):
	return max(max(abs(a.r - b.r), abs(a.g - b.g)), max(abs(a.b - b.b), abs(a.a - b.a))) < 0.01


# Back to front: by z index, then as they follow one another.
func shown_polygons(scene):
	var by_index = {}
	for polygon in scene.get_node("Layers").get_children():
		if not polygon.visible or polygon.polygons.empty():
			continue
		if not by_index.has(polygon.z_index):
			by_index[polygon.z_index] = []
		by_index[polygon.z_index].append(polygon)
	var indices = by_index.keys()
	indices.sort()
	var shown = []
	for index in indices:
		shown += by_index[index]
	return shown


func farthest(polygon, skeleton, wanted, height):
	var corners = polygon.polygon
	if corners.size() != wanted.size() or polygon.uv.size() != wanted.size():
		problems.append("%s has %d corners" % [polygon.name, corners.size()])
		return 0.0
	var pulls = pulls_of(polygon, skeleton)
	var worst = 0.0
	for v in range(corners.size()):
		var at = corners[v] if pulls.empty() else pulled(corners[v], pulls, v)
		worst = max(worst, Vector2(at.x, height - at.y).distance_to(Vector2(wanted[v][0], wanted[v][1])))
	return worst


# What each bone of a polygon does to it from rest on, with its weights.
func pulls_of(polygon, skeleton):
	var pulls = []
	if polygon.skeleton.is_empty():
		return pulls
	if polygon.get_node(polygon.skeleton) != skeleton:
		problems.append("%s follows another skeleton" % polygon.name)
	for i in range(polygon.get_bone_count()):
		var bone = skeleton.get_node(polygon.get_bone_path(i))
		var posed = skeleton.global_transform.affine_inverse() * bone.global_transform
		var moves = posed * bone.get_skeleton_rest().affine_inverse()
		pulls.append([moves, polygon.get_bone_weights(i)])
	return pulls


func pulled(corner, pulls, v):
	var strongest = []
	for pull in pulls:
		if pull[1][v] > 0:
			strongest.append([pull[1][v], pull[0].xform(corner)])
	if strongest.size() > MOST_BONES:
		strongest.sort_custom(self, "is_stronger")
		strongest.resize(MOST_BONES)
	var sum = Vector2()
	var total = 0.0
	for pull in strongest:
		sum += pull[0] * pull[1]
		total += pull[0]
	return sum / total


func is_stronger(a, b):
	return a[0] > b[0]
