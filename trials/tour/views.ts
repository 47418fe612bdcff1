import { globSync } from 'node:fs'
import path from 'node:path'
import { fillArea } from './cast.ts'
import { linkNames, otherPages, type PageName, type View } from './view.ts'

type ViewFile = {
  views: readonly View[]
  /** Adds the rows that the views show. */
  addRows?: () => Promise<void>
}

const files = globSync('*-views.ts', { cwd: import.meta.dirname }).toSorted()
const viewFiles = await Promise.all(
  files.map((file) => import(path.join(import.meta.dirname, file)) as Promise<ViewFile>),
)

/** The addresses without a page of ours. */
const withoutPage: readonly PageName[] = ['authProxyLogin', 'brandPreview']

/** The views of all files `*-views.ts` of this folder. */
export const views: readonly View[] = viewFiles.flatMap((file) => file.views)

/** Adds the rows of the admin area's lists. */
export async function fillLists(): Promise<void> {
  await fillArea()
  for (const { addRows } of viewFiles) await addRows?.()
}

/** Returns the pages of the typed list and of `otherPages` that no view shows. */
export function forgottenPages(): string[] {
  const seen = new Set<PageName>([...views.map((view) => view.of), ...withoutPage])
  const pages = [...linkNames, ...otherPages]
  return pages.filter((name) => !seen.has(name))
}

/** Returns the views whose name contains one of the words; all views if there are no words. */
export function viewsNamed(words: readonly string[]): View[] {
  return views.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
}
