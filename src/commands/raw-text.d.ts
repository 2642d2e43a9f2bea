/** A file that the build puts into the program as a text. */
declare module '*?raw' {
  const text: string;
  export default text;
}
