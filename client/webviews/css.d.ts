// A style sheet that a page's script imports is bundled beside the script.
declare module "*.css";
