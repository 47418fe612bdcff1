import { deepEqual, equal, ok } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const packages = ['client', 'starters/express', 'starters/next']
const text = (file: string) => readFileSync(file, 'utf8')

test('P30 both starters have the same OpenID Connect code', () => {
  for (const file of ['portico.mjs', 'sessions.mjs', '.env.example'])
    equal(text(`starters/next/${file}`), text(`starters/express/${file}`), file)
})

test('P30 client and starters have the portal’s version, and its versions of shared dependencies', () => {
  const root = JSON.parse(text('package.json'))
  const ours: Record<string, string> = { ...root.dependencies, ...root.devDependencies }
  for (const folder of packages) {
    const { version, dependencies } = JSON.parse(text(`${folder}/package.json`)) as typeof root
    equal(version, root.version, folder)
    const locked = JSON.parse(text(`${folder}/package-lock.json`)).packages[''].dependencies
    deepEqual(dependencies, locked, folder)
    const shared = Object.entries<string>(dependencies).filter(([name]) => name in ours)
    ok(shared.length > 0, folder)
    for (const [name, wanted] of shared) equal(wanted, ours[name], `${folder}: ${name}`)
  }
})
