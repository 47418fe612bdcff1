import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileOf, type DeveloperPage } from '../../app/developer-page.ts'
import { makePages } from './pages.ts'

/** The last step of `npm run build`: writes the pages of /developers; app/developers.ts adds their frame. */
const folder = path.resolve(import.meta.dirname, '../../dist/developers')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const pages = makePages()
const index = pages.map(({ html, ...page }): DeveloperPage => {
  writeFileSync(path.join(folder, fileOf(page.path)), html)
  return page
})
writeFileSync(path.join(folder, 'index.json'), JSON.stringify(index))
