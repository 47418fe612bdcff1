/** One area's messages, one file for each language; made by tools/one-language.ts. */
declare module 'virtual:messages/*' {
  export const messageFiles: import('#web/translations.ts').MessageFiles
}
