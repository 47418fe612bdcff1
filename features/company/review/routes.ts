import { companyArea, recordAudit } from '#domain/audit/audit.ts'
import { getDelegation } from '#domain/companies/company-role.ts'
import { sendCsv } from '#server/csv.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { localeOfRequest } from '#server/page.ts'
import { findPage } from '#server/paging.ts'
import * as contract from './contract.ts'
import { decide } from './decide.ts'
import { csvOfReview, findItems, findReviewedUsers, findReviews, requireReview } from './list.ts'

export function companyReviewRoutes(server: Server): void {
  serve(server, contract.listReviews, async ({ caller }) => {
    const { partnerId } = await getDelegation(db, caller.userId)
    return findReviews({ partnerId, callerId: caller.userId })
  })
  serve(server, contract.listReviewItems, async (call) => {
    const { query, caller } = call
    const review = await requireReview(caller.userId, query.review)
    const search = { review, callerId: caller.userId, state: query.state }
    const cursorScope = `items of review ${review.id} for ${caller.userId} ${query.state}`
    return findPage(call, cursorScope, (page) => findItems(search, page))
  })
  serve(server, contract.listReviewUsers, async (call) => {
    const { query, caller } = call
    const review = await requireReview(caller.userId, query.review)
    const search = { review, callerId: caller.userId, state: query.state }
    const cursorScope = `users of review ${review.id} for ${caller.userId} ${query.state}`
    return findPage(call, cursorScope, (page) => findReviewedUsers(search, page))
  })
  serve(server, contract.decideReview, async ({ params, body, caller }) => {
    const { id, partnerId } = await decide(caller, params.id, body.items)
    const [review] = await findReviews({ partnerId, callerId: caller.userId }, id)
    if (!review) throw new Error(`no review ${id}`)
    return review
  })
  serve(server, contract.exportReview, async ({ query, caller, reply }) => {
    const review = await requireReview(caller.userId, query.review)
    const csv = csvOfReview(review, caller.userId, localeOfRequest(reply.request))
    return sendCsv(reply, 'review', csv, () =>
      recordAudit(db, { ...caller, area: companyArea }, 'review_exported', {
        targetId: review.partnerId,
        data: { reviewId: review.id },
      }),
    )
  })
}
