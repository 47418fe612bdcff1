import { useMutation } from '@tanstack/react-query'
import { Fragment, useState, type ReactNode } from 'react'
import { localeNames, locales, type Locale } from '#contract/locale.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { Group } from '#web/ui/choice-group.tsx'
import { Page } from '#web/ui/page.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { platformRoleMessages } from '#web/ui/platform-role-messages.ts'
import { invitedTo, PlatformTicks, type ChosenPlatform } from '#web/ui/platform-ticks.tsx'
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx'
import { CompanyBox } from './company-box.tsx'
import { isBlank, newGuest, withBlankEnd, type Guest } from '#web/ui/guests.ts'
import { guestMessages } from '#web/ui/guest-messages.ts'
import { GuestList } from '#web/ui/guest-list.tsx'
import { GuestWords } from '#web/ui/guest-status.tsx'
import { MailPreview } from './mail-preview.tsx'
import type { Invitation } from './contract.ts'
import { messages } from './messages.ts'
import { ReplacedNotice } from './replaced-notice.tsx'
import { useReplaced, type Replaced } from './use-replaced.tsx'
import styles from './panel.module.css'
import { SentPanel } from './sent-panel.tsx'
import { invitationMessages } from '#web/ui/invitation-messages.ts'
import { useGuests } from '#web/ui/use-guests.ts'
import { usePresetCompany } from './use-preset-company.tsx'
import { targetOf, useSending, type Company, type SentList, type Terms } from './use-terms.tsx'

type Props = {
  backLink: (text: string) => ReactNode
  /** Id of the company that is chosen at first. */
  company?: string | undefined
  /** The invitation that the new one takes the place of. */
  replaced?: Replaced | undefined
  /** Leads to where a company gets platforms; undefined for an admin who may not. */
  accessLink: ((company: string, text: string) => ReactNode) | undefined
}

/** Invites many users of one company at once, or one. */
export function InvitationPanel({ backLink, company, replaced, accessLink }: Props) {
  const t = useMessages(messages)
  const { unknownRole } = useMessages(platformRoleMessages)
  const inviting = useInviting(replaced)
  const { terms, setTerms, list, result, isAttempted, sending, isDirty } = inviting
  usePresetCompany(company, (chosen) => setTerms((before) => ({ ...before, company: chosen })))
  return (
    <Page back={backLink(t.back)}>
      <PageTitle>{t.newTitle}</PageTitle>
      <ReplacedNotice of={inviting.replacing} />
      {result ? (
        <SentPanel
          result={result}
          terms={terms}
          rest={list.guests.filter((guest) => !isBlank(guest)).length}
          onMore={inviting.goOn}
          listLink={backLink}
        />
      ) : (
        <>
          <TermsPanel {...{ terms, setTerms, isAttempted, accessLink }} />
          <GuestWords value={t}>
            <GuestList
              {...{ list, isAttempted }}
              language={terms.language}
              isSending={sending.isPending}
              isRetry={inviting.isRetry}
              error={sending.error}
              onSend={inviting.send}
              words={{ ...t, unknownRole }}
              summary={<Summary terms={terms} />}
              preview={(guest, onClose) => (
                <MailPreview guest={guest} terms={terms} onClose={onClose} />
              )}
            />
          </GuestWords>
        </>
      )}
      <UnsavedGuard area="admin" isDirty={isDirty} text={t.leaveText} />
    </Page>
  )
}

/** What all rows get, beside the button: the form itself may be scrolled away. */
function Summary({ terms: { company, platforms } }: { terms: Terms }) {
  const t = useMessages(messages)
  if (!company) return t.chooseFirst
  const { subsystems } = invitedTo(platforms)
  const chosen = company.subsystems.filter(({ id }) => subsystems.includes(id))
  return (
    <>
      <bdi>{company.name}</bdi>
      {chosen.map(({ id, name }) => (
        <Fragment key={id}>
          {' · '}
          <bdi>{name}</bdi>
        </Fragment>
      ))}
    </>
  )
}

function useInviting(replaced: Replaced | undefined) {
  const { locale } = useLocale()
  const [terms, setTerms] = useState<Terms>({
    company: undefined,
    platforms: [],
    language: locale,
    redirectUrl: '',
  })
  const list = useGuests(targetOf(terms))
  const { guests, setGuests, sent, faults } = list
  const replacing = useReplaced(replaced, (invitation) => {
    setTerms((before) => ({ ...before, ...termsOf(invitation) }))
    if (guests.every(isBlank)) setGuests(withBlankEnd([guestOf(invitation)]))
  })
  const [result, setResult] = useState<SentList>()
  const [isAttempted, setAttempted] = useState(false)
  const { send: sendList, isUnanswered } = useSending(terms, list.remember)
  const sending = useMutation({
    mutationFn: sendList,
    onSuccess: (answer) => {
      setGuests(withBlankEnd(withoutSent(guests, answer)))
      setAttempted(false)
      setResult(answer)
      replacing.revoke(answer.guests.map(({ email }) => email))
    },
  })

  function send(leavesOutWrong = false): boolean {
    setAttempted(true)
    const rows = leavesOutWrong ? sent.filter(({ key }) => !faults.has(key)) : sent
    const areRight = rows.length > 0 && rows.every(({ key }) => !faults.has(key))
    const isSent = (Boolean(terms.company) && areRight) || isUnanswered(rows)
    if (isSent) sending.mutate(rows)
    return isSent
  }

  return {
    isRetry: sending.isError && isUnanswered(sent),
    replacing,
    terms,
    setTerms,
    list,
    result,
    isAttempted,
    sending,
    send,
    goOn: () => setResult(undefined),
    isDirty: guests.some((guest) => !isBlank(guest)),
  }
}

/** Rows that were changed since have the key that they were sent with. */
function withoutSent(guests: readonly Guest[], { guests: done }: SentList) {
  const keys = new Set(done.map(({ key }) => key))
  return guests.filter(({ key }) => !keys.has(key))
}

function termsOf({ preferredLanguage, subsystems, platformRoles, redirectUrl }: Invitation) {
  const platforms = subsystems.map(({ id }) => ({
    subsystem: id,
    roles: platformRoles.find(({ subsystem }) => subsystem === id)?.roles ?? [],
  }))
  return { platforms, language: preferredLanguage, redirectUrl: redirectUrl ?? '' }
}

function guestOf({ email, firstname, lastname }: Invitation) {
  return newGuest({ email, firstname, lastname })
}

type TermsProps = Pick<Props, 'accessLink'> & {
  terms: Terms
  setTerms: (terms: Terms) => void
  isAttempted: boolean
}

/** Company and platforms, once for all rows. */
function TermsPanel({ terms, setTerms, isAttempted, accessLink }: TermsProps) {
  const [t, guests] = [useMessages(messages), useMessages(guestMessages)]
  const { company, platforms, language, redirectUrl } = terms
  return (
    <Panel title={t.forAll}>
      <div className={styles.terms}>
        <CompanyBox
          chosen={company}
          fault={isAttempted && !company ? t.unknownPartner : undefined}
          onChoose={(chosen) => setTerms({ ...terms, company: chosen, platforms: [] })}
        />
        <Platforms
          {...{ company, accessLink }}
          chosen={platforms}
          onChoose={(chosen) => setTerms({ ...terms, platforms: chosen })}
        />
        <label>
          {guests.preferredLanguage}
          <select
            value={language}
            onChange={({ target }) => setTerms({ ...terms, language: target.value as Locale })}
          >
            {locales.map((each) => (
              <option key={each} value={each} lang={each}>
                {localeNames[each]}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>
            {t.redirectUrl} <small className="soft">{t.redirectUrlHint}</small>
          </span>
          <input
            name="redirectUrl"
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={redirectUrl}
            onChange={({ target }) => setTerms({ ...terms, redirectUrl: target.value })}
          />
        </label>
      </div>
    </Panel>
  )
}

type PlatformsProps = Pick<Props, 'accessLink'> & {
  company: Company | undefined
  chosen: readonly ChosenPlatform[]
  onChoose: (chosen: readonly ChosenPlatform[]) => void
}

function Platforms({ company, chosen, onChoose, accessLink }: PlatformsProps) {
  const t = { ...useMessages(messages), ...useMessages(invitationMessages) }
  const offered = company?.subsystems ?? []
  return (
    <Group legend={t.subsystems}>
      {!company && <p className="soft">{t.chooseFirst}</p>}
      {company && offered.length === 0 && (
        <p>
          <span className="soft">{t.noneOfCompany}</span>{' '}
          {accessLink?.(company.id, t.giveToCompany)}
        </p>
      )}
      <PlatformTicks {...{ offered, chosen, onChoose }} />
      {company?.hasAll && <p className="soft">{t.hasAll}</p>}
      {offered.length > 0 && chosen.length === 0 && <p className="soft">{t.noneTicked}</p>}
    </Group>
  )
}
