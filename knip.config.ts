import type { KnipConfig } from 'knip'

/**
 * Two runs of one check. In production mode, a module or an export counts as used only where the product itself uses it,
 * so that nothing lives by a test alone. With the tests, an `export` without an importer is refused.
 */
const programs = [
  'app/main.ts',
  'app/commands/main.ts',
  'app/web/{admin,partner,public,developers}/main.ts',
  'app/web/public/prerender.tsx',
  'server/png-worker.ts',
  'client/src/{browser,service-account}.ts',
  'demo/{start,dev,dev-server,command,end-with-parent,worker}.ts',
  'tools/!(*.test).ts',
  'tools/developers/build.ts',
  'tools/released/{dump,record}.ts',
]
const product = '{app,client,contract,demo,domain,features,server,tools,web}/**/*.{ts,tsx}'
const tests = '**/*.{test,trial}.ts'
const trials = '{deploy,starters,test,trials}/**/*.{ts,tsx}'

const config: KnipConfig = ({ production = false }) => ({
  entry: production ? programs.map((each) => `${each}!`) : [...programs, tests, trials],
  project: production ? [`${product}!`, `!${tests}!`] : [product, trials],
  ignoreExportsUsedInFile: production,
  include: production ? ['files', 'exports', 'types'] : ['exports', 'types'],
})

export default config
