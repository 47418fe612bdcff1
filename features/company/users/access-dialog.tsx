import { nameOf } from '#contract/full-name.ts'
import { useMessages } from '#web/locale.ts'
import {
  accessEndMessages,
  delegationMessages,
  platformRoleMessages,
} from '#web/parts/texts/messages.ts'
import { FormDialog } from '#web/ui/confirm.tsx'
import { DayField } from '#web/ui/day-field.tsx'
import { dayOf, endOfFutureDay, pastDayIssues } from '#web/ui/days.ts'
import { FieldFault } from '#web/ui/field.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { useForm } from '#web/ui/form.tsx'
import { ConflictNotice, useConflict } from '#web/ui/record-form.tsx'
import { roleIdsIn, RoleTicks } from '#web/parts/role-ticks.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { accessMessages } from './texts/messages.ts'
import { setColleaguePlatforms, type Colleague, type ColleagueAccess } from './contract.ts'

export type AccessChange = {
  /** Grants access, revokes it, or changes its expiry and roles. */
  what: 'give' | 'take' | 'end'
  access: ColleagueAccess
  user: Colleague
}

type Props = AccessChange & {
  onClose: () => void
  onReload: () => void
  onSaved: (user: Colleague) => void
}

/** A dialog that explains the effect of a change of access before it is saved. */
export function AccessDialog(props: Props) {
  const { what, access, user, onClose, onReload } = props
  const t = useMessages(accessMessages)
  const { form, conflict } = useAccessForm(props)
  const facts = { name: nameOf(user), platform: access.name }
  const isRevocation = what === 'take'
  const { title, effect, action } = {
    give: { title: t.askGive, effect: t.giveEffect, action: t.give },
    take: { title: t.askTake, effect: t.takeEffect, action: t.take },
    end: { title: t.askEndDay, effect: t.endEffectDay, action: t.save },
  }[what]
  return (
    <FormDialog
      title={title(facts)}
      action={action}
      isDangerous={isRevocation}
      onClose={onClose}
      form={form}
      fields={
        <>
          {!isRevocation && (
            <>
              <DayField form={form} name="expiresAt" />
              <RoleTicks
                offered={access.offeredRoles}
                value={form.values.roles}
                onChange={(value) => form.set('roles', value)}
              />
            </>
          )}
          <TextField
            form={form}
            name="reason"
            label={t.givenReason}
            hint={t.givenReasonHint}
            autoComplete="off"
            isOptional
          />
          <FieldFault form={form} name="subsystems" />
          <ConflictNotice {...{ conflict, onReload, t }} />
        </>
      }
    >
      <p>{effect(facts)}</p>
    </FormDialog>
  )
}

/** Returns the form that saves the user's access to all platforms that the company may grant, with the change. */
function useAccessForm({ what, access, user, onSaved }: Props) {
  const t = useMessages(accessMessages)
  const { unknownRole } = useMessages(platformRoleMessages)
  const texts = { ...useMessages(delegationMessages), ...useMessages(accessEndMessages), ...t }
  const { conflict, onRefused } = useConflict()
  const { expiresAt } = access
  const otherAccess = user.platforms
    .filter(({ id, given, mayChange }) => given && mayChange && id !== access.id)
    // Omitted end dates and roles stay unchanged; an end date in the past would be rejected.
    .map(({ id }) => ({ id }))
  const form = useForm(
    setColleaguePlatforms,
    { unknownRole, ...texts },
    {
      initial: {
        expiresAt: expiresAt === null ? '' : dayOf(new Date(expiresAt)),
        // No input has this name; `FieldFault` shows the server's errors about the list.
        subsystems: '',
        roles: access.roles
          .filter(({ byCompany }) => byCompany)
          .map(({ id }) => id)
          .join(' '),
        reason: '',
      },
      params: { id: user.id },
      headers: { 'if-match': user.etag },
      check: (typed) => (what === 'take' ? [] : pastDayIssues('expiresAt', typed.expiresAt)),
      toBody: ({ expiresAt: day, roles, reason }) => ({
        subsystems: [
          ...otherAccess,
          ...(what === 'take'
            ? []
            : [
                {
                  id: access.id,
                  expiresAt: endOfFutureDay(day, expiresAt),
                  roles: roleIdsIn(roles),
                },
              ]),
        ],
        reason,
      }),
      onRefused,
      onDone: (changed) => {
        showSuccess(t.accessSaved({ name: nameOf(user) }))
        onSaved(changed)
      },
    },
  )
  return { form, conflict }
}
