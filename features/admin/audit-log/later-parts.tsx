import { Details } from './details.tsx'
import { Histogram } from './histogram.tsx'
import { RefusedRequests } from './refused-requests.tsx'

/** Components that load after the rows or on demand, bundled as one script. */
export const laterParts = { Details, Histogram, RefusedRequests }
