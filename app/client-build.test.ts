import { deepEqual, equal, ok } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { assetsOf, readManifest } from './document.ts'
import { entries } from './web/screens.ts'
import type { Area } from './web/page-list.ts'
import { screens } from './web/screens.ts'

const manifest = readManifest()
const areas = Object.keys(entries) as Area[]

function filesOf(area: Area, path: string): string[] {
  const { entry, preloads, deferredPreloads } = assetsOf(manifest, area, path, '')
  return [entry, ...preloads, ...deferredPreloads]
}

function codeOf(file: string): string {
  return readFileSync(new URL(`../dist/client/${file}`, import.meta.url), 'utf8')
}

test('every page runs on React, not on a substitute', () => {
  const dependencies = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  ok(!/preact|wouter/.test(dependencies))
  for (const area of areas) {
    for (const path of Object.keys(screens[area])) {
      const code = filesOf(area, path).map(codeOf).join('\n')
      ok(code.includes('https://react.dev/errors/'), `${path} loads react-dom`)
      ok(!/preact/i.test(code), `${path} loads no Preact`)
    }
  }
})

test('the public pages and both areas share the chunks of React and zod', () => {
  for (const name of ['react', 'zod']) {
    const chunks = areas.map((area) => filesOf(area, '').filter((file) => isNamed(file, name)))
    equal(chunks[0]?.length, 1, name)
    deepEqual(chunks[1], chunks[0])
    deepEqual(chunks[2], chunks[0])
  }
})

test('a page starts few fetches before its first paint, and evaluates a script after its imports', () => {
  const importsOf = new Map(
    Object.values(manifest).map(({ file, imports = [] }) => [file, imports]),
  )
  for (const area of areas) {
    for (const path of Object.keys(screens[area])) {
      const { preloads, deferredPreloads } = assetsOf(manifest, area, path, '')
      // A form of many fields begins with large scripts of its widgets.
      const limit = /\/(new|\{id\})$/.test(path) ? 11 : 6
      ok(preloads.length <= limit, `${path} fetches ${preloads.join(', ')} before its first paint`)
      for (const ordered of [preloads, deferredPreloads]) {
        for (const [place, file] of ordered.entries()) {
          const imported = (importsOf.get(file) ?? []).map((name) => manifest[name]?.file ?? '')
          ok(
            imported.every((each) => ordered.indexOf(each) < place),
            `${path} evaluates ${file} after what it imports`,
          )
        }
      }
    }
  }
})

test('no page contains the name of a schema in the OpenAPI document', () => {
  const { components } = JSON.parse(readFileSync('docs/openapi.json', 'utf8'))
  const names = Object.keys(components.schemas as object).filter((name) => /[a-z][A-Z]/.test(name))
  const scripts = Object.values(manifest).flatMap(({ file }) => (file.endsWith('.js') ? file : []))
  const quoted = new Set(
    scripts
      .map(codeOf)
      .join('')
      .match(/(?<=(["'`]))\w+(?=\1)/g),
  )
  ok(names.length > 50 && quoted.size > 1_000)
  deepEqual(
    names.filter((name) => quoted.has(name)),
    [],
  )
})

test('a page loads its messages in one language only', () => {
  for (const area of areas) {
    const english = codeOf(manifest[`virtual:messages/${area}?en`]?.file ?? '')
    const french = codeOf(manifest[`virtual:messages/${area}?fr`]?.file ?? '')
    ok(english.includes('Skip to content') && !french.includes('Skip to content'))
    const code = filesOf(area, '').map(codeOf).join('\n')
    ok(!code.includes('Skip to content'), `${area} bundles its messages`)
  }
})

function isNamed(file: string, name: string): boolean {
  return file.startsWith(`assets/${name}-`)
}
