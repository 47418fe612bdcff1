import { useState } from 'react'
import { useMessages } from '#web/locale.ts'
import { Group } from '#web/ui/choice-group.tsx'
import { FormDialog } from '#web/ui/confirm.tsx'
import { DayField } from '#web/ui/day-field.tsx'
import { dayOf, endOfFutureDay, pastDayIssues } from '#web/ui/days.ts'
import { useForm } from '#web/ui/form.tsx'
import { SelectField } from '#web/ui/record-fields.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { localeNames, locales, type Locale } from '#contract/locale.ts'
import { invitationFields, PlatformTicks, type ChosenPlatform } from '#web/parts/platform-ticks.tsx'
import { changeInvitations } from './change-contract.ts'
import type { Invitation } from './contract.ts'
import { FailedDialog, type Results } from './order-dialog.tsx'
import { changeMessages, messages } from './texts/messages.ts'
import { useInvitingCompany } from './use-usage.tsx'

type Props = {
  invitations: readonly Invitation[]
  onClose: () => void
  /** Called after the change, even if some invitations could not be changed. */
  onChanged: () => void
}

/** A dialog that changes platforms, roles, language and end of access of pending invitations, without a new mail. */
export function ChangeDialog({ invitations, onClose, onChanged }: Props) {
  const t = { ...useMessages(messages), ...useMessages(changeMessages) }
  const [failed, setFailed] = useState<Results>()
  const { form, platforms } = useChange(invitations, (results) => {
    onChanged()
    const failures = results.filter(({ code }) => code !== null)
    if (failures.length < results.length) {
      showSuccess(t.done({ count: results.length - failures.length }))
    }
    if (failures.length > 0) setFailed(failures)
    else onClose()
  })
  if (failed) return <FailedDialog failed={failed} rows={invitations} onClose={onClose} />
  const languages = locales.map((locale) => ({
    value: locale as string,
    text: localeNames[locale],
    lang: locale as string,
  }))
  const hasOne = form.values.language !== ''
  return (
    <FormDialog
      title={t.title({ count: invitations.length })}
      action={t.save}
      onClose={onClose}
      form={form}
      fields={
        <>
          <Group legend={t.platforms}>
            {platforms?.isMixed && <p className="hint">{t.mixedPlatforms}</p>}
            {platforms ? (
              <PlatformTicks {...platforms.ticks} />
            ) : (
              <p className="soft">{t.oneCompany}</p>
            )}
          </Group>
          <SelectField
            form={form}
            name="language"
            options={[...(hasOne ? [] : [{ value: '', text: t.unchanged }]), ...languages]}
          />
          <DayField form={form} name="accessEnd" />
        </>
      }
    >
      <p>{t.effect}</p>
    </FormDialog>
  )
}

function useChange(invitations: readonly Invitation[], onDone: (results: Results) => void) {
  const t = { ...useMessages(messages), ...useMessages(changeMessages) }
  const [key] = useState(() => crypto.randomUUID())
  const [chosen, setChosen] = useState<readonly ChosenPlatform[]>()
  const language = commonOf(invitations.map((each) => each.preferredLanguage)) ?? ''
  const end = commonOf(invitations.map(({ accessExpiresAt = null }) => accessExpiresAt)) ?? null
  const endDay = end === null ? '' : dayOf(new Date(end))
  const companyId = commonOf(invitations.map(({ partner }) => partner.id))
  const company = useInvitingCompany(companyId)
  const form = useForm(changeInvitations, t, {
    headers: { 'idempotency-key': key },
    initial: { language, accessEnd: endDay },
    check: (typed) => pastDayIssues('accessEnd', typed.accessEnd),
    toBody: (typed) => ({
      ids: invitations.map(({ id }) => id),
      ...(chosen && invitationFields(chosen)),
      ...(typed.language !== language && { preferredLanguage: typed.language as Locale }),
      ...(typed.accessEnd !== endDay && { accessExpiresAt: endOfFutureDay(typed.accessEnd, end) }),
    }),
    onDone: ({ results }) => onDone(results),
  })
  const platforms = company && {
    isMixed: commonOf(invitations.map(platformsKey)) === undefined,
    ticks: {
      offered: company.subsystems,
      chosen: chosen ?? platformsOfAll(invitations),
      onChoose: setChosen,
    },
  }
  return { form, platforms }
}

/** Returns the value that all have; undefined if they differ. */
function commonOf<Value>(values: readonly Value[]): Value | undefined {
  return values.every((each) => each === values[0]) ? values[0] : undefined
}

/** Returns a text that is the same for invitations with the same platforms and roles. */
function platformsKey(invitation: Invitation): string {
  const platforms = invitation.subsystems.map(({ id }) => [id, rolesOn(invitation, id).toSorted()])
  return JSON.stringify(platforms.toSorted())
}

/** Returns the platforms of all invitations, with the roles that all of them assign there. */
function platformsOfAll(invitations: readonly Invitation[]): ChosenPlatform[] {
  const [first, ...others] = invitations
  return (first?.subsystems ?? [])
    .filter(({ id }) => others.every(({ subsystems }) => subsystems.some((each) => each.id === id)))
    .map(({ id }) => ({
      subsystem: id,
      roles: first
        ? rolesOn(first, id).filter((role) =>
            others.every((each) => rolesOn(each, id).includes(role)),
          )
        : [],
    }))
}

function rolesOn({ platformRoles }: Invitation, id: string): readonly string[] {
  return platformRoles.find(({ subsystem }) => subsystem === id)?.roles ?? []
}
