import type { Reply } from '#contract/endpoint.ts'
import type { Locale } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { rowOf, type Guest } from '#web/parts/guests.ts'
import { invitationFields, type ChosenPlatform } from '#web/parts/platform-ticks.tsx'
import { useSendOnce, type GuestTarget } from '#web/parts/use-guests.ts'
import { addInvitations, checkInvitations, maxRows, type listInvitingPartners } from './contract.ts'

export type Company = Reply<typeof listInvitingPartners>[number]

/** Settings of a list that apply to all of its rows. */
export type Terms = {
  company: Company | undefined
  platforms: readonly ChosenPlatform[]
  language: Locale
  redirectUrl: string
}

/** Returns the target of a list. `addressToCorrect` is the wrong address of the invitation to replace. */
export function targetOf(
  { company, platforms, language }: Terms,
  addressToCorrect?: string,
): GuestTarget {
  const invited = invitationFields(platforms)
  return {
    key: addressToCorrect === undefined ? 'invitations' : 'correction',
    addressToCorrect,
    maxRows,
    cacheKey: company && JSON.stringify([company.id, invited]),
    language,
    check: async (rows, signal) => {
      const body = { companyId: company?.id ?? '', ...invited, rows }
      return (await call(checkInvitations, { body }, { signal })).rows
    },
  }
}

export type SentList = Reply<typeof addInvitations> & { guests: readonly Guest[] }

/** Sends a list. `replaces` is the id of the invitation to replace. */
export function useSending(
  { company, platforms, language, redirectUrl }: Terms,
  replaces: string | undefined,
  onWrong: Parameters<typeof useSendOnce>[0]['onWrong'],
) {
  const { send, isUnanswered } = useSendOnce({
    bodyOf: (guests) => ({
      companyId: company?.id ?? '',
      ...invitationFields(platforms),
      rows: guests.map((guest) => rowOf(guest, language)),
      ...(redirectUrl.trim() !== '' && { redirectUrl: redirectUrl.trim() }),
      ...(replaces !== undefined && { replaces }),
    }),
    post: (key, body) => call(addInvitations, { headers: { 'idempotency-key': key }, body }),
    onWrong,
  })
  return {
    send: async (guests: readonly Guest[]): Promise<SentList> => {
      const { answer } = await send(guests)
      return { ...answer, guests }
    },
    isUnanswered,
  }
}
