import type { Mutant } from './mutant.ts'

/** Mutants of the user's data in the HTML of a page. */
export const pageData: Mutant[] = [
  {
    control: 'Data in a document cannot close their element',
    asvs: '1.2.1',
    file: 'app/document.ts',
    find: ".replaceAll('<', String.raw`\\u003c`)",
    replace: '',
    tests: ['app/page-data.test.ts'],
  },
  {
    control: 'Only a navigation gets a document with personal data',
    asvs: '3.5.8',
    file: 'app/page-data.ts',
    find: "destination === 'document' && purpose === undefined",
    replace: 'true',
    tests: ['app/page-data.test.ts'],
  },
]
