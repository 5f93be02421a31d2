// Style sheets that the script of a page imports: the build bundles them into a file with the script's name.
declare module "*.css";
