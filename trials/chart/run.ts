import { parseArgs } from 'node:util'
import { tryRelease } from './release.ts'
import { tryTemplates } from './templates.ts'
import { buildTools, folder, listNeeds } from './tools.ts'
import { tryNotes, tryWrongValues } from './wrong-values.ts'

/**
 * `npm run trials -- chart [--build] [--templates-only]`: renders the Helm chart with ten sets of values and validates
 * it against the schemas of three versions of Kubernetes. Then installs, upgrades, rolls back and removes it at a real
 * API server with simulated nodes: there is no kubelet, so nothing runs in a pod.
 * Nothing is installed without a request. `--build` installs missing tools in ~/.cache/portico-chart: Go modules (helm,
 * kwok, Kubernetes, which takes minutes), and kubernetes-validate from PyPI. It needs Go 1.26 and Python 3. The other
 * two programs are in `apt-get install kubernetes-client etcd-server`.
 */
const { values } = parseArgs({
  options: { build: { type: 'boolean' }, 'templates-only': { type: 'boolean' } },
})
const isForTemplatesOnly = values['templates-only'] ?? false
const { all } = listNeeds(isForTemplatesOnly)
console.log(`Required in ${folder} or on the PATH: ${all.join(', ')}.`)
if (values.build) await buildTools()
const { missing } = listNeeds(isForTemplatesOnly)
if (missing.length > 0) {
  console.log(
    `Missing: ${missing.join(', ')}. npm run trials -- chart --build installs them, except kubectl and etcd:`,
  )
  console.log('apt-get install kubernetes-client etcd-server')
  process.exit(2)
}
// Ends the programs of the cluster with this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
await tryTemplates()
await tryWrongValues()
await tryNotes()
if (!isForTemplatesOnly) await tryRelease()
