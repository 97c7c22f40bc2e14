// Marks of Observable Plot that the console's pictures are made of. The others stay out of the build.

export {
  areaY,
  axisY,
  barX,
  barY,
  cell,
  dot,
  line,
  lineY,
  plot,
  pointer,
  pointerX,
  pointerY,
  rectX,
  rectY,
  ruleX,
  ruleY,
  stackY,
  text,
  tickY,
  tip,
} from "@observablehq/plot";
