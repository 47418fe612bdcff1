import { serve, type Server } from '#server/http.ts'
import * as contract from './contract.ts'
import { findStepUp } from './find-step-up.ts'

export function assuranceRoutes(server: Server): void {
  serve(server, contract.getStepUp, ({ query, caller }) => findStepUp(caller, query))
}
