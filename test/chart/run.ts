import { parseArgs } from 'node:util'
import { tryRelease } from './release.ts'
import { tryTemplates } from './templates.ts'
import { buildTools, folder, listNeeds } from './tools.ts'
import { tryNotes, tryWrongValues } from './wrong-values.ts'

/**
 * `npm run trials -- chart [--build] [--templates-only]`: the Helm chart, rendered from ten sets of values and judged by
 * the schemas of three versions of Kubernetes; then installed, upgraded, rolled back and removed at a real API server
 * whose nodes are simulated: there is no kubelet, so nothing runs in a pod.
 *
 * Nothing is installed unasked. `--build` gets what is missing into ~/.cache/portico-chart: Go modules (helm, kwok,
 * Kubernetes: minutes), kubernetes-validate from PyPI. It needs Go 1.26 and Python 3. `apt-get install
 * kubernetes-client etcd-server` has the other two.
 */
const { values } = parseArgs({
  options: { build: { type: 'boolean' }, 'templates-only': { type: 'boolean' } },
})
const isForTemplatesOnly = values['templates-only'] ?? false
const { all } = listNeeds(isForTemplatesOnly)
console.log(`This needs ${all.join(', ')}; in ${folder} or on the PATH.`)
if (values.build) await buildTools()
const { missing } = listNeeds(isForTemplatesOnly)
if (missing.length > 0) {
  console.log(
    `Missing: ${missing.join(', ')}. npm run trials -- chart --build gets them, but kubectl and etcd:`,
  )
  console.log('apt-get install kubernetes-client etcd-server')
  process.exit(2)
}
// The programs of the cluster end with this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
await tryTemplates()
await tryWrongValues()
await tryNotes()
if (!isForTemplatesOnly) await tryRelease()
