// Pages with diagrams load Mermaid (3 MB) from this site; all others do without. Written while the page is parsed, it is there
// before the theme looks for it, which would load it from another host.
if (document.querySelector("pre.mermaid")) {
  const source = document.currentScript.src.replace("diagrams.js", "mermaid.tiny.js");
  document.write(`<script src="${source}"></` + "script>");
}
