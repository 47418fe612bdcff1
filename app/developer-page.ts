/** A page of /developers as the build writes it (tools/developers/build.ts); its text is in a file of its own. */
export type DeveloperPage = {
  /** Below /developers; empty for the first page. */
  path: string
  title: string
  /** The part of the menu in which it stands. */
  group: string
  /** What the menu calls it. */
  label: string
  /** The path of the page below which the menu shows it: an operation below its tag. */
  parent?: string
  method?: string
  /** Describes calls of the admin area, or lists them. */
  isAdmin?: true
  /** Places of the page, for its table of contents and the search. */
  headings: readonly { id: string; text: string }[]
}

/** Encloses what pages open to everybody leave out where `API_DOCS` is `split`. */
export const adminMarks = ['<!--admin-->', '<!--/admin-->'] as const

/** Stands for the address of the portal. */
export const portalMark = '%PORTAL%'

/** The file of a page below dist/developers. */
export function fileOf(path: string): string {
  return `${path === '' ? 'index' : path.replaceAll('/', '~')}.html`
}
