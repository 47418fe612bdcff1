import { serve, type Server } from '#server/http.ts'
import { getCompanyOverview } from './contract.ts'
import { findOverview } from './find-overview.ts'

export function companyOverviewRoutes(server: Server): void {
  serve(server, getCompanyOverview, ({ caller }) => findOverview(caller))
}
