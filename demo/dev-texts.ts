import { execFile } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Plugin } from 'vite'

/** A little more than the time in milliseconds within which Vite's file watcher drops a second change of a file. */
const settleMs = 60

/** Delays reading a changed file until the watcher would report a further change, so that no save is missed. */
export function settledFiles(): Plugin {
  return {
    name: 'settled-files',
    hotUpdate: { order: 'pre', handler: () => wait(settleMs) },
  }
}

/**
 * Replaces changed texts in the groups of texts that modules have imported already, so that the page needs no reload;
 * web/locale.ts renders it again. Writes the types of a changed language file, or prints its faults.
 */
export function replacedTexts(): Plugin {
  let writing = Promise.resolve()
  return {
    name: 'replaced-texts',
    transform: (code, id) =>
      id.endsWith('/texts/messages.ts') ? code + replacement(code) : undefined,
    hotUpdate({ file }) {
      if (isLanguageFile(file)) writing = writing.then(writeTypes)
    },
  }
}

function isLanguageFile(file: string): boolean {
  return /\/texts\/[a-z]{2}\.json$/.test(file)
}

/** Returns code that makes a module of texts replace the texts of all its earlier versions. */
function replacement(code: string): string {
  const names = [...code.matchAll(/^export const (\w+) = /gm)].map(([, name]) => name)
  return `
    if (import.meta.hot) {
      const versions = (import.meta.hot.data.versions ??= [])
      versions.push({ ${names.join(', ')} })
      import.meta.hot.accept((next) => {
        for (const groups of versions)
          for (const [name, texts] of Object.entries(groups))
            if (next?.[name]) Object.defineProperties(texts, Object.getOwnPropertyDescriptors(next[name]))
      })
    }`
}

/** Writes the types of all texts that have changed, or prints the faults of the language files. */
async function writeTypes(): Promise<void> {
  const args = ['tools/check-texts.ts', '--write']
  await promisify(execFile)(process.execPath, args).catch(({ stdout }: { stdout: string }) =>
    process.stderr.write(stdout),
  )
}
