// The build bundles a style sheet that a page's script imports into a file of the script's name.
declare module "*.css";
