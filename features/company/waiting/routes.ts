import { serve, type Server } from '#server/http.ts'
import { getCompanyWaiting } from './contract.ts'
import { findWaiting } from './find-waiting.ts'

export function companyWaitingRoutes(server: Server): void {
  serve(server, getCompanyWaiting, ({ caller }) => findWaiting(caller))
}
