/** A program that compares generated content with the files, or writes it with `--write`. */
export type Generated = { writes: string; program: string }

/**
 * Generated documents by their name for `npm run generate` and `npm run check`. A document may depend on earlier ones.
 */
export const generated: Readonly<Record<string, Generated>> = {
  texts: { writes: 'texts/messages.ts beside the language files', program: 'tools/check-texts.ts' },
  openapi: { writes: 'docs/openapi.json', program: 'tools/openapi.ts' },
  codes: { writes: 'docs/errors.md', program: 'tools/check-codes.ts' },
  config: {
    writes: 'docs/configuration.md, docs/compliance.md, .env.example',
    program: 'tools/check-config.ts',
  },
  chart: {
    writes: 'values.schema.json and README.md of the Helm chart',
    program: 'tools/check-chart.ts',
  },
  access: { writes: 'docs/access.md', program: 'tools/check-access.ts' },
  dangers: { writes: 'docs/dangers.md', program: 'tools/check-dangers.ts' },
  apply: { writes: 'docs/apply.schema.json', program: 'tools/check-apply.ts' },
  clients: {
    writes: 'docs/integrating.md and its pages of libraries',
    program: 'tools/check-clients.ts',
  },
  cryptography: { writes: 'docs/cryptography.md', program: 'tools/check-cryptography.ts' },
  mutants: { writes: 'docs/security.md, mutants', program: 'tools/check-mutants.ts' },
  asvs: { writes: 'docs/security.md, OWASP ASVS', program: 'tools/check-asvs.ts' },
  snippets: { writes: 'code in docs/', program: 'tools/check-snippets.ts' },
}
