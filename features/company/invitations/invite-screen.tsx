import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import * as links from '#contract/links.ts'
import type { Locale } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { LinkTo } from '#web/link-to.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { useListLink } from '#web/page-search.ts'
import { PageTitle } from '#web/page-title.tsx'
import { Button } from '#web/ui/button.tsx'
import { Group } from '#web/ui/choice-group.tsx'
import { endOfDay } from '#web/ui/days.ts'
import { delegationMessages, platformRoleMessages } from '#web/parts/texts/messages.ts'
import { Failure } from '#web/ui/failure.tsx'
import { GuestList } from '#web/parts/guest-list.tsx'
import { GuestWords } from '#web/parts/guest-status.tsx'
import { isBlank, rowOf, withBlankEnd, type Guest } from '#web/parts/guests.ts'
import { LocaleOptions } from '#web/ui/locale-options.tsx'
import { Page, PageHeader } from '#web/ui/page.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { invitationFields, PlatformTicks, type ChosenPlatform } from '#web/parts/platform-ticks.tsx'
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx'
import { useGuests, useSendOnce, type GuestTarget } from '#web/parts/use-guests.ts'
import { Ability } from './ability.tsx'
import { checkGuests, inviteColleagues, maxRows } from './contract.ts'
import { EndDay } from './end-day.tsx'
import { InviteOne, useOwnPlatforms, type InvitedUser } from './invite-one.tsx'
import { SentList, SentOne } from './sent.tsx'
import { inviteMessages, messages } from './texts/messages.ts'
import styles from './panel.module.css'

/** Settings that apply to all rows of a list. `until` is the last day of access; empty if the access does not end. */
type Terms = { platforms: readonly ChosenPlatform[]; language: Locale; until: string }

/** A page that invites one user to the company, or the users of a pasted list. */
export function InviteColleaguesPanel() {
  const t = useMessages(inviteMessages)
  const [isList, setList] = useState(false)
  const [invitedUser, setInvitedUser] = useState<InvitedUser>()
  const listLink = useListLink(links.companyInvitations)
  const back = <LinkTo to={listLink}>{useMessages(messages).back}</LinkTo>
  const isSent = invitedUser !== undefined
  return (
    <Page back={back}>
      <div className="row-2 between">
        {isList ? (
          <PageTitle>{t.title}</PageTitle>
        ) : (
          <PageHeader title={t.titleOne} intro={t.introOne} />
        )}
        {!isList && !isSent && <Button onClick={() => setList(true)}>{t.pasteList}</Button>}
      </div>
      {isList && <InviteList back={back} />}
      {!isList && !isSent && <InviteOne onSent={setInvitedUser} />}
      {invitedUser && (
        <SentOne user={invitedUser} onMore={() => setInvitedUser(undefined)} back={back} />
      )}
    </Page>
  )
}

function InviteList({ back }: { back: ReactNode }) {
  const t = useMessages(inviteMessages)
  const { unknownRole } = useMessages(platformRoleMessages)
  const texts = { unknownRole, ...useMessages(delegationMessages), ...t }
  const { terms, setTerms, list, sent, isAttempted, sending, ...inviting } = useInviting()
  return (
    <>
      {sent === undefined ? (
        <>
          <TermsPanel {...{ terms, setTerms }} seats={inviting.seats} />
          <GuestWords value={texts}>
            <GuestList
              {...{ list, isAttempted }}
              errorTexts={texts}
              language={terms.language}
              isSending={sending.isPending}
              isRetry={inviting.isRetry}
              error={sending.error}
              onSend={inviting.send}
            />
          </GuestWords>
        </>
      ) : (
        <SentList
          {...sent}
          rest={list.guests.filter((guest) => !isBlank(guest)).length}
          onMore={inviting.showList}
          back={back}
        />
      )}
      <UnsavedGuard isDirty={inviting.isDirty} text={t.leaveText} />
    </>
  )
}

type Seats = Reply<typeof checkGuests>['seats']

function useInviting() {
  const { locale } = useLocale()
  const [terms, setTerms] = useState<Terms>({ platforms: [], language: locale, until: '' })
  const [seats, setSeats] = useState<Seats>()
  const list = useGuests(targetOf(terms, setSeats))
  const { guests, setGuests, rowsToSend, faults } = list
  const [sent, setSent] = useState<{ invited: number; granted: number }>()
  const [isAttempted, setAttempted] = useState(false)
  const { send: sendList, isUnanswered } = useSendOnce({
    bodyOf: (rows) => bodyOf(terms, rows),
    post: (key, body) => call(inviteColleagues, { headers: { 'idempotency-key': key }, body }),
    onWrong: list.remember,
  })
  const sending = useMutation({
    mutationFn: sendList,
    onSuccess: (result) => {
      const sentKeys = new Set(result.guests.map(({ key }) => key))
      setGuests(withBlankEnd(guests.filter(({ key }) => !sentKeys.has(key))))
      setAttempted(false)
      const invited = result.answer.filter(({ state }) => state === 'open').length
      setSent({ invited, granted: result.answer.length - invited })
    },
  })

  /**
   * Sends the rows, with `leavesOutWrong` only the valid ones, and returns true. If there is no row or one is invalid,
   * returns false and sends nothing, except to repeat a list that got no response: its rows may already be invited.
   */
  function send({ leavesOutWrong = false } = {}): boolean {
    setAttempted(true)
    const rows = leavesOutWrong ? rowsToSend.filter(({ key }) => !faults.has(key)) : rowsToSend
    const areValid = rows.length > 0 && rows.every(({ key }) => !faults.has(key))
    const isSent = areValid || isUnanswered(rows)
    if (isSent) sending.mutate(rows)
    return isSent
  }

  return {
    isRetry: sending.isError && isUnanswered(rowsToSend),
    terms,
    setTerms,
    seats,
    list,
    sent,
    isAttempted,
    sending,
    send,
    showList: () => setSent(undefined),
    isDirty: guests.some((guest) => !isBlank(guest)),
  }
}

function targetOf({ platforms, language }: Terms, onSeats: (seats: Seats) => void): GuestTarget {
  const invited = invitationFields(platforms)
  return {
    key: 'company-invitations',
    maxRows,
    cacheKey: JSON.stringify(invited),
    language,
    check: async (rows, signal) => {
      const body = { ...invited, rows }
      const checked = await call(checkGuests, { body }, { signal })
      onSeats(checked.seats)
      return checked.rows
    },
  }
}

function bodyOf({ platforms, language, until }: Terms, guests: readonly Guest[]) {
  return {
    users: guests.map((guest) => rowOf(guest, language)),
    ...invitationFields(platforms),
    expiresAt: endOfDay(until),
  }
}

type TermsProps = {
  terms: Terms
  setTerms: (terms: Terms) => void
  /** Undefined until the first check of a row. */
  seats: Seats | undefined
}

/** Platforms, end of access and language for all rows, with their effect for the users. */
function TermsPanel({ terms, setTerms, seats }: TermsProps) {
  const t = useMessages(inviteMessages)
  const platforms = useOwnPlatforms()
  const { data = [], error, refetch } = platforms
  const { subsystems } = invitationFields(terms.platforms)
  const freeSeats = seats && seats.of !== null ? Math.max(0, seats.of - seats.used) : undefined
  return (
    <Panel title={t.forAll}>
      <div className={`stack-5 ${styles.terms}`}>
        <Group legend={t.platforms}>
          {error && (
            <Failure text={t.platformsFailed} error={error} onRetry={() => void refetch()} />
          )}
          {platforms.isSuccess && data.length === 0 && <p className="soft">{t.noneToGive}</p>}
          <PlatformTicks
            offered={data}
            chosen={terms.platforms}
            onChoose={(selected) => setTerms({ ...terms, platforms: selected })}
          />
        </Group>
        <EndDay day={terms.until} onChange={(until) => setTerms({ ...terms, until })} />
        <label>
          {t.language}
          <select
            value={terms.language}
            onChange={({ target }) => setTerms({ ...terms, language: target.value as Locale })}
          >
            <LocaleOptions />
          </select>
        </label>
      </div>
      <Ability
        platforms={data.filter(({ id }) => subsystems.includes(id)).map(({ name }) => name)}
        until={terms.until}
      />
      {freeSeats !== undefined && <p className="soft">{t.seats({ count: freeSeats })}</p>}
    </Panel>
  )
}
