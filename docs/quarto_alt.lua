-- Alternative texts of pictures that Quarto has written into files: the title and description of the SVG.
local function text(svg, tag)
  local found = svg:match("<" .. tag .. "[^>]*>(.-)</" .. tag .. ">")
  return found and (found:gsub("&lt;", "<"):gsub("&gt;", ">"):gsub("&quot;", '"'):gsub("&amp;", "&"))
end
function Image(image)
  if image.attributes["fig-alt"] or image.attributes["alt"] or #image.caption > 0 or not image.src:match("%.svg$") then return end
  local file = io.open(image.src)
  if not file then return end
  local svg = file:read("a")
  file:close()
  local parts = {}
  for _, tag in ipairs { "title", "desc" } do parts[#parts + 1] = text(svg, tag) end
  if #parts > 0 then image.attributes["alt"] = table.concat(parts, ": ") end
  return image
end
