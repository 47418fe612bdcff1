import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import { LinkTo } from '#web/link-to.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { useListLink, usePageSearch } from '#web/page-search.ts'
import { PageTitle } from '#web/page-title.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { Page } from '#web/ui/page.tsx'
import { focusCell } from '#web/parts/guest-grid.tsx'
import { platformRoleMessages } from '#web/parts/texts/messages.ts'
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx'
import { textFields, isBlank, newGuest, withBlankEnd, type Guest } from '#web/parts/guests.ts'
import { GuestList } from '#web/parts/guest-list.tsx'
import { GuestWords } from '#web/parts/guest-status.tsx'
import { MailPreview } from './mail-preview.tsx'
import type { Invitation } from './contract.ts'
import { messages, replacedMessages } from './texts/messages.ts'
import { ReplacedNotice } from './replaced-notice.tsx'
import { useReplaced, type Replaced } from './use-replaced.tsx'
import styles from './panel.module.css'
import { SentResult } from './sent-list.tsx'
import { useGuests } from '#web/parts/use-guests.ts'
import { TermsFields } from './terms-fields.tsx'
import { useUsage } from './use-usage.tsx'
import { targetOf, useSending, type SentList, type Terms } from './use-terms.tsx'

/** Invites one or many users of a company, or corrects the address of an invitation. */
export function InvitationPanel() {
  const { company, replaces: id, q: email } = usePageSearch(adminLinks.invite).search
  // The link in the list of undelivered emails sets these parameters.
  const [replaced] = useState(() => (id && email ? { id, email } : undefined))
  const router = useRouter()
  // At this moment, the form still counts as unsaved, so the question before leaving the page is skipped.
  const onReplaced = () =>
    router.navigate({ to: adminLinks.undeliveredMails.path as string, ignoreBlocker: true })
  const listLink = useListLink(replaced ? adminLinks.undeliveredMails : adminLinks.invitations)
  const [t, words] = [useMessages(messages), useMessages(replacedMessages)]
  const inviting = useInviting(replaced, onReplaced)
  const { terms, setTerms, list, result, isDirty } = inviting
  useUsage(company, (preset) =>
    setTerms((before) => ({ ...before, company: before.company ?? preset })),
  )
  const back = <LinkTo to={listLink}>{replaced ? words.back : t.back}</LinkTo>
  return (
    <Page back={back}>
      <PageTitle>{replaced ? words.title : t.newTitle}</PageTitle>
      <ReplacedNotice of={inviting.replacing} />
      {result ? (
        <SentResult
          result={result}
          terms={terms}
          rest={list.guests.filter((guest) => !isBlank(guest)).length}
          onMore={replaced ? undefined : inviting.inviteMore}
          back={back}
        />
      ) : (
        (!replaced || inviting.replacing.invitation) && (
          <InvitationForm inviting={inviting} isCorrection={replaced !== undefined} />
        )
      )}
      <UnsavedGuard area="admin" isDirty={isDirty} text={t.leaveText} />
    </Page>
  )
}

type FormProps = { inviting: ReturnType<typeof useInviting>; isCorrection: boolean }

function InvitationForm({ inviting, isCorrection }: FormProps) {
  const t = useMessages(messages)
  const { unknownRole } = useMessages(platformRoleMessages)
  const { terms, setTerms, list, isAttempted, sending } = inviting
  const fields = <TermsFields {...{ terms, setTerms, isAttempted }} isPreset={!isCorrection} />
  const { onSend, dialog } = useQuestionBefore(inviting)
  return (
    <>
      {!isCorrection && (
        <section className={`card ${styles.slim}`} aria-label={t.forAll}>
          {fields}
        </section>
      )}
      <GuestWords value={t}>
        <GuestList
          {...{ list, isAttempted }}
          {...(isCorrection && { correctionFields: fields })}
          language={terms.language}
          isSending={sending.isPending}
          isRetry={inviting.isRetry}
          error={sending.error}
          onSend={onSend}
          findMissing={() => (terms.company ? null : findCompanyField())}
          errorTexts={{ ...t, unknownRole }}
          summary={<Summary terms={terms} list={list} />}
          preview={(guest, onClose) => (
            <MailPreview guest={guest} terms={terms} onClose={onClose} />
          )}
        />
      </GuestWords>
      {dialog}
    </>
  )
}

/** Asks before a list is sent whose users get no platform, although the company has some. */
function useQuestionBefore({ terms, list, send }: ReturnType<typeof useInviting>) {
  const t = useMessages(messages)
  const [asked, setAsked] = useState<{ leavesOutWrong?: boolean }>()
  const { company, platforms } = terms
  const { rowsToSend, faults } = list
  const validCount = rowsToSend.filter(({ key }) => !faults.has(key)).length
  const lacksPlatforms = company && company.subsystems.length > 0 && platforms.length === 0

  function onSend(options: { leavesOutWrong?: boolean } = {}): boolean {
    const isReady = validCount > 0 && (options.leavesOutWrong || validCount === rowsToSend.length)
    if (!lacksPlatforms || !isReady) return send(options)
    setAsked(options)
    return true
  }

  const close = () => setAsked(undefined)
  const dialog = asked && (
    <ConfirmDialog
      title={t.askNone({ count: validCount })}
      cancel={t.choosePlatforms}
      action={t.sendWithout}
      onConfirm={() => {
        close()
        send(asked)
      }}
      onClose={close}
    >
      <p>{t.noneTicked}</p>
    </ConfirmDialog>
  )
  return { onSend, dialog }
}

const findCompanyField = () => document.querySelector<HTMLElement>('[role=combobox][name=company]')

type SummaryProps = { terms: Terms; list: ReturnType<typeof useGuests> }

/** Summarizes beside the button what is sent, because the form may be scrolled out of view. */
function Summary({ terms: { company, platforms }, list: { rowsToSend, faults } }: SummaryProps) {
  const t = useMessages(messages)
  if (!company) return t.chooseFirst
  const wrongCount = rowsToSend.filter(({ key }) => faults.has(key)).length
  return (
    <>
      <bdi>{company.name}</bdi>
      {[
        t.platformCount({ count: platforms.length }),
        rowsToSend.length > 0 && t.readyCount({ count: rowsToSend.length - wrongCount }),
        wrongCount > 0 && t.toFixCount({ count: wrongCount }),
      ]
        .filter((part) => part !== false)
        .map((part) => ` · ${part}`)}
    </>
  )
}

function useInviting(replaced: Replaced | undefined, onReplaced: () => Promise<void>) {
  const { locale } = useLocale()
  const [terms, setTerms] = useState<Terms>({
    company: undefined,
    platforms: [],
    language: locale,
    redirectUrl: '',
  })
  const list = useGuests(targetOf(terms, replaced?.email))
  const { guests, setGuests, rowsToSend, faults } = list
  const replacing = useReplaced(replaced, (invitation) => {
    setTerms((before) => ({ ...before, ...termsOf(invitation) }))
    const { email, firstname, lastname } = invitation
    if (guests.every(isBlank)) setGuests(withBlankEnd([newGuest({ email, firstname, lastname })]))
    focusCell(document, 0, 'email', { isSelected: true })
  })
  const { setResult, setAttempted, isUnanswered, ...sent } = useSent(terms, list, {
    replacing,
    onReplaced,
  })
  const { sending } = sent

  function send({ leavesOutWrong = false } = {}): boolean {
    setAttempted(true)
    const validRows = rowsToSend.filter(({ key }) => !faults.has(key))
    const rows = leavesOutWrong ? validRows : rowsToSend
    const areValid = rows.length > 0 && rows.length === validRows.length
    const isComplete = terms.company !== undefined && areValid
    // The rows of an unanswered list may be invited already, which the check reports as faults. A retry is safe.
    const maySend = isComplete || isUnanswered(rows)
    if (maySend) sending.mutate(rows)
    return maySend
  }

  return {
    isRetry: sending.isError && isUnanswered(rowsToSend),
    replacing,
    terms,
    setTerms,
    list,
    ...sent,
    send,
    inviteMore: () => setResult(undefined),
    isDirty: guests.some((guest) => !isBlank(guest) && !isGuestOf(replacing.invitation, guest)),
  }
}

/**
 * Sends the list. For a correction, also revokes the replaced invitation, and returns to the list of undelivered emails
 * unless the result must be shown.
 */
function useSent(
  terms: Terms,
  { guests, setGuests, remember }: ReturnType<typeof useGuests>,
  replacement: { replacing: ReturnType<typeof useReplaced>; onReplaced: () => Promise<void> },
) {
  const { replacing, onReplaced } = replacement
  const [result, setResult] = useState<SentList>()
  const [isAttempted, setAttempted] = useState(false)
  const { send: sendList, isUnanswered } = useSending(terms, replacing.invitation?.id, remember)
  const sending = useMutation({
    mutationFn: async (rows: readonly Guest[]) => {
      const answer = await sendList(rows)
      return { answer, isReplaced: await replacing.revoke() }
    },
    onSuccess: ({ answer, isReplaced }) => {
      const sentKeys = answer.guests.map(({ key }) => key)
      // Rows that were edited after sending keep their key and are removed too.
      setGuests(withBlankEnd(guests.filter(({ key }) => !sentKeys.includes(key))))
      setAttempted(false)
      // A user with an account got platforms instead of an email, so the result must be shown to the admin.
      const isMailed = answer.rows.every(({ added }) => added === null)
      if (isReplaced && isMailed) void replacing.leave(onReplaced)
      else setResult(answer)
    },
  })
  return { result, setResult, isAttempted, setAttempted, sending, isUnanswered }
}

function termsOf({ preferredLanguage, subsystems, platformRoles, redirectUrl }: Invitation) {
  const platforms = subsystems.map(({ id }) => ({
    subsystem: id,
    roles: platformRoles.find(({ subsystem }) => subsystem === id)?.roles ?? [],
  }))
  return { platforms, language: preferredLanguage, redirectUrl: redirectUrl ?? '' }
}

function isGuestOf(invitation: Invitation | undefined, guest: Guest): boolean {
  return textFields.every((field) => guest[field] === invitation?.[field])
}
