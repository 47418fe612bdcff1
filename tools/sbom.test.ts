import { deepEqual, equal, ok } from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { promisify } from 'node:util'

type Component = { name: string; properties?: { name: string }[] }

// `npm sbom --omit dev` would omit packages that development tools need as well.
test('S16: npm sbom lists every dependency, and marks development dependencies', async () => {
  const { stdout } = await promisify(execFile)('npm', ['sbom', '--sbom-format', 'cyclonedx'], {
    maxBuffer: 32 * 1024 * 1024,
  })
  const { bomFormat, components } = JSON.parse(stdout) as {
    bomFormat: string
    components: Component[]
  }
  equal(bomFormat, 'CycloneDX')
  const isOfDevelopment = ({ properties = [] }: Component) =>
    properties.some(({ name }) => name === 'cdx:npm:package:development')
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8')) as {
    dependencies: object
  }
  const development = new Set(components.filter(isOfDevelopment).map(({ name }) => name))
  const named = new Set(components.map(({ name }) => name))
  deepEqual(
    Object.keys(dependencies).filter((name) => !named.has(name) || development.has(name)),
    [],
  )
  ok(development.has('vite') && development.has('oxlint'))
})
