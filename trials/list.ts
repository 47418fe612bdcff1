import type { NeedName } from './needs.ts'

/** A test program that `npm test` leaves out, because it takes long or needs other programs or an idle machine. */
export type Trial = {
  /** A one-line summary of what the trial proves. */
  summary: string
  /** Arguments of Node: the program and its arguments; those of the command line follow. */
  program: readonly string[]
  /** Further arguments in `all`. */
  inAll?: readonly string[]
  env?: Readonly<Record<string, string>>
  /** The trial needs the output of `npm run build`. */
  isBuilt?: boolean
  needs: readonly NeedName[]
  /** Programs without which the trial skips parts and reports them. */
  skipsWithout?: string
  /** Approximate duration on two cores, without arguments. */
  minutes: number
}

/** All trials in the order of `npm run trials -- all`: quick ones first, those that need an idle machine last. */
export const trials: Readonly<Record<string, Trial>> = {
  system: {
    summary: 'long-running tests: the files of trials/system',
    program: ['test/run.ts', '--trials'],
    isBuilt: true,
    needs: [],
    skipsWithout: 'nginx, caddy',
    minutes: 18,
  },
  'journeys-all': {
    summary: 'every journey in a browser, with pixels, axe and every language',
    program: ['test/run.ts', '--journeys', 'all', 'test/e2e/', 'trials/journeys/'],
    inAll: ['--languages', 'all'],
    isBuilt: true,
    needs: [],
    skipsWithout: 'nginx',
    minutes: 18,
  },
  deploy: {
    summary: 'Dockerfile, compose.yaml and systemd units: an installation made by them works',
    program: ['tools/check-deploy.ts'],
    isBuilt: true,
    needs: ['the npm registry'],
    skipsWithout: 'systemd',
    minutes: 2,
  },
  csp: {
    summary: 'every page in every state, without violations of its Content-Security-Policy',
    program: ['trials/tour/check-csp.ts'],
    isBuilt: true,
    needs: [],
    minutes: 10,
  },
  screenshots: {
    summary: 'the pictures of docs/screens',
    program: ['trials/tour/screenshots.ts'],
    inAll: ['--to', 'test-results/trials/screens'],
    isBuilt: true,
    needs: [],
    minutes: 5,
  },
  registry: {
    summary: 'replacing any approval, job, mail, section or command by a stub fails a capability',
    program: ['trials/registry.ts'],
    isBuilt: true,
    needs: [],
    minutes: 30,
  },
  long: {
    summary:
      'changes take effect at the next call on another server, 200 times; random orders of actions',
    program: ['test/run.ts', 'holds-at-once', 'random-orders'],
    // One test takes longer than the runner's timeout.
    env: { TEST_ROUNDS: '200', TEST_ORDERS: '100000', TEST_DEBUG: 'on' },
    isBuilt: true,
    needs: [],
    minutes: 20,
  },
  fuzz: {
    summary: 'hostile requests at every endpoint',
    program: ['trials/fuzz/run.ts'],
    isBuilt: true,
    needs: [],
    minutes: 5,
  },
  faults: {
    summary: 'faults of network, processes, disk and clock in a running installation',
    program: ['trials/faults/run.ts'],
    isBuilt: true,
    needs: ['git'],
    skipsWithout: 'nginx, pgbouncer, patroni, faketime, the right to mount',
    minutes: 60,
  },
  chart: {
    summary: 'the Helm chart on a real API server with simulated nodes',
    program: ['trials/chart/run.ts'],
    inAll: ['--build'],
    needs: ['Go', 'Python 3.11', 'kubectl', 'etcd'],
    minutes: 10,
  },
  schema: {
    summary: "the API's document with external linters, generated clients and schemathesis",
    program: ['trials/schema/run.ts'],
    isBuilt: true,
    needs: ['the npm registry', 'Python 3.11'],
    minutes: 15,
  },
  starters: {
    summary: 'the typed client and the starters, installed in empty folders, in a browser',
    program: ['trials/starters/run.ts'],
    isBuilt: true,
    needs: ['the npm registry'],
    minutes: 5,
  },
  clients: {
    summary: 'platforms built with third-party libraries, in a browser',
    program: ['trials/clients/run.ts'],
    isBuilt: true,
    needs: ['the npm registry'],
    skipsWithout: 'Go, Rust, Java with Maven, Python, Apache with mod_auth_openidc',
    minutes: 30,
  },
  mutants: {
    summary: 'each mutant of a security control is killed by a test',
    program: ['trials/mutants/run.ts'],
    isBuilt: true,
    needs: [],
    skipsWithout: 'nginx, caddy',
    minutes: 60,
  },
  a11y: {
    summary: 'every page in every state, language, size and color scheme, checked by axe',
    program: ['trials/tour/check-a11y.ts'],
    isBuilt: true,
    needs: [],
    skipsWithout: 'a Chinese font',
    minutes: 120,
  },
  bench: {
    summary: 'benchmarks with their limits; needs an idle machine',
    program: ['trials/bench/bench.ts'],
    inAll: ['all'],
    isBuilt: true,
    needs: ['the npm registry'],
    minutes: 60,
  },
}
