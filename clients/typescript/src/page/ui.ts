// In place of the page's module of this name.
export { pause } from "../retry.ts";
