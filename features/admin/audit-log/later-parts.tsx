import { Details } from './details.tsx'
import { Histogram } from './histogram.tsx'

/** What the page shows after its rows, or once it is wanted: one script. */
export const laterParts = { Details, Histogram }
