import { generated } from './generated.ts'

/** A static check: a Node program, or one of node_modules/.bin, with its arguments. */
export type Check = {
  program: string
  args?: readonly string[]
  /** Files that may change its result; undefined means all files. */
  reads?: RegExp
  /** The command that fixes a failure, unless the program prints it. */
  remedy?: string
}

/** Sources, and files that affect whether an import can be resolved. */
const sources = /\.([cm]?[jt]sx?|json|css)$|^\.gitignore$/
const incremental = ['--incremental', '--tsBuildInfoFile']

/** Every static check by its name in `npm run check -- <name>`. */
export const checks: Readonly<Record<string, Check>> = {
  'types-server': {
    program: 'tsc',
    args: ['-p', 'tsconfig.server.json', ...incremental, '.data/checks/server.tsbuildinfo'],
    reads: sources,
  },
  'types-web': {
    program: 'tsc',
    args: ['-p', 'tsconfig.web.json', ...incremental, '.data/checks/web.tsbuildinfo'],
    reads: sources,
  },
  lint: { program: 'oxlint', reads: sources },
  formatting: {
    program: 'oxfmt',
    args: ['--list-different'],
    remedy: '`npm run format` formats these files.',
  },
  'unused-modules': { program: 'knip', args: ['--production'] },
  'unused-exports': { program: 'knip', args: ['--no-config-hints'] },
  imports: { program: 'tools/check-imports.ts' },
  words: { program: 'tools/check-words.ts' },
  language: { program: 'tools/check-language.ts' },
  glossary: { program: 'tools/check-glossary.ts' },
  css: {
    program: 'stylelint',
    args: ['**/*.css', '--ignore-path', '.gitignore'],
    reads: /\.css$|^(stylelint\.config\.ts|package-lock\.json|\.gitignore)$/,
  },
  documents: { program: 'tools/check-docs.ts' },
  migrations: { program: 'tools/check-migrations.ts' },
  wire: { program: 'tools/check-wire.ts' },
  quarantine: { program: 'tools/check-quarantine.ts' },
  ...generated,
}
