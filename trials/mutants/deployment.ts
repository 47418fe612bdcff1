import type { Mutant } from './mutant.ts'

const compose = ['tools/compose.test.ts']
const callers = ['tools/chart/callers.test.ts']
const images = ['tools/pin-images.test.ts']
const workflows = ['tools/workflows.test.ts']

/** Mutants of the examples in deploy/, of compose.yaml and of the workflows. */
export const deployment: Mutant[] = [
  {
    control: 'Services of compose.yaml have no capability that they do not name',
    asvs: '15.2.5',
    file: 'compose.yaml',
    find: '  cap_drop: [ALL]\n',
    replace: '',
    tests: compose,
  },
  {
    control: 'Services of compose.yaml cannot gain privileges',
    asvs: '15.2.5',
    file: 'compose.yaml',
    find: '  security_opt: ["no-new-privileges:true"]\n',
    replace: '',
    tests: compose,
  },
  {
    control: 'Services of compose.yaml cannot write their own files',
    asvs: '15.2.5',
    file: 'compose.yaml',
    find: '  read_only: true\n',
    replace: '',
    tests: compose,
  },
  {
    control: 'The chart rejects a world of callers that could forge addresses',
    asvs: '15.3.4',
    file: 'deploy/helm/portico/values.schema.json',
    find: '"pattern": "/0*[1-9][0-9]*$"',
    replace: '"pattern": "/"',
    tests: callers,
  },
  {
    control: 'A base image is pinned only to a well-formed digest',
    asvs: '15.2.4',
    file: 'tools/pin-images.ts',
    find: 'if (!isDigest.test(digest)) throw',
    replace: 'if (digest === undefined) throw',
    tests: images,
  },
  {
    control: 'A release is attested before it is published',
    asvs: '15.2.4',
    file: '.github/workflows/release.yml',
    find: '      - name: Attest the provenance of each file\n        uses: actions/attest-build-provenance@v2\n        with:\n          subject-path: release/*\n',
    replace: '',
    tests: workflows,
  },
]
