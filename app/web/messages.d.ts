/** One area's messages, one file for each language; made by tools/one-language.ts. */
declare module 'virtual:messages/*' {
  type Files = import('#web/translations.ts').MessageFiles
  export const messageFiles: Files
  /** What only one screen needs, by its path. */
  export const screenFiles: Readonly<Record<string, Files>>
}
