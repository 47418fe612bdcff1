/** A page of /developers, as the build (tools/developers/build.ts) writes it. Its text is in a separate file. */
export type DeveloperPage = {
  /** Path below /developers; empty for the first page. */
  path: string
  title: string
  /** Group of the menu that contains the page. */
  group: string
  /** Label in the menu. */
  label: string
  /** Path of the page under which the menu lists this one: an operation is listed under its tag. */
  parent?: string
  /** HTTP method of an operation. */
  method?: string
  /** Set for a page that describes or lists calls of the admin area. */
  isAdmin?: true
  /** Headings of the page, for its table of contents and the search. */
  headings: readonly { id: string; text: string }[]
}

/** Marks around text for admins, which public pages leave out if `API_DOCS` is `split`. */
export const adminMarks = ['<!--admin-->', '<!--/admin-->'] as const

/** Placeholder for the address of the portal. */
export const portalMark = '%PORTAL%'

/** Returns the name of a page's file in dist/developers. */
export function fileOf(path: string): string {
  return `${path === '' ? 'index' : path.replaceAll('/', '~')}.html`
}
