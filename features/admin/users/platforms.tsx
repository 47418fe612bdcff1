import { useQuery } from '@tanstack/react-query'
import { fill } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { nameOf } from '#web/ui/facts.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { FieldFault } from '#web/ui/field.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Form, SubmitButton, useForm } from '#web/ui/form.tsx'
import type { ValuesOf } from '#web/ui/form-state.ts'
import { Skeleton } from '#web/ui/loading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SelectField } from '#web/ui/record-fields.tsx'
import { ConflictNotice, useConflict } from '#web/ui/record-form.tsx'
import { whileEditing } from '#web/ui/record-page.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx'
import { getPlatforms, setPlatforms, type Details, type PlatformAccounts } from './contract.ts'
import { messages } from './messages.ts'
import styles from './page.module.css'

type Props = { user: Details; onSaved: () => void }

/** Which platforms the user can open: gives, takes away, activates and deactivates. */
export function Platforms({ user, onSaved }: Props) {
  const t = useMessages(messages)
  const accounts = useQuery({
    queryKey: ['platforms-of', user.id],
    queryFn: ({ signal }) => call(getPlatforms, { params: { id: user.id } }, { signal }),
    ...whileEditing,
  })
  const reload = () => void accounts.refetch()
  return (
    <Panel title={t.access} intro={t.accessHint}>
      {accounts.isPending && <Skeleton rows={3} text={t.loadingOne} />}
      {accounts.error && <Failure text={t.failedOne} error={accounts.error} onRetry={reload} />}
      {accounts.data?.platforms.length === 0 && <p className="soft">{t.noneToGive}</p>}
      {accounts.data && accounts.data.platforms.length > 0 && (
        <PlatformsForm
          key={accounts.dataUpdatedAt}
          user={user}
          accounts={accounts.data}
          onReload={reload}
          onSaved={() => {
            reload()
            onSaved()
          }}
        />
      )}
    </Panel>
  )
}

type FormProps = Props & { accounts: PlatformAccounts; onReload: () => void }
type Account = PlatformAccounts['platforms'][number]
type Choice = 'no_access' | 'active' | 'deactivated'

function PlatformsForm(props: FormProps) {
  const { accounts, onReload } = props
  const t = useMessages(messages)
  const { form, conflict, isDirty } = usePlatformsForm(props)
  const options = (['no_access', 'active', 'deactivated'] as const).map((value) => ({
    value,
    text: t[`entry_${value}`],
  }))
  return (
    <>
      <Form form={form}>
        <div className={styles.access}>
          {accounts.platforms.map((account) => (
            <SelectField
              key={account.id}
              form={form}
              name={fieldOf(account)}
              label={<bdi>{account.name}</bdi>}
              hint={hintOf(account, t)}
              options={options}
            />
          ))}
        </div>
        <FieldFault form={form} name="subsystems" />
        <TextField
          form={form}
          name="reason"
          autoComplete="off"
          label={t.reason}
          hint={t.reasonHint}
        />
        <ConflictNotice {...{ conflict, onReload, t }} />
        <div className="button-row">
          <SubmitButton form={form}>{t.save}</SubmitButton>
        </div>
      </Form>
      <UnsavedGuard area="admin" isDirty={isDirty} text={t.leaveText} />
    </>
  )
}

function usePlatformsForm({ user, accounts, onSaved }: FormProps) {
  const t = useMessages(messages)
  const { conflict, onRefused } = useConflict()
  const { platforms, etag } = accounts
  const chosen = Object.fromEntries(platforms.map((each) => [fieldOf(each), choiceOf(each)]))
  const form = useForm(setPlatforms, t, {
    empty: { ...chosen, subsystems: '', reason: '' } as ValuesOf<string>,
    params: { id: user.id },
    headers: { 'if-match': etag },
    toBody: (values) => ({
      subsystems: platforms.flatMap((each) => {
        const choice = values[fieldOf(each)]
        return choice === 'no_access' ? [] : [{ id: each.id, active: choice === 'active' }]
      }),
      reason: values['reason'],
    }),
    onRefused,
    onDone: () => {
      showSuccess(fill(t.accessSaved, { name: nameOf(user) }))
      onSaved()
    },
  })
  const isDirty = Object.entries(chosen).some(([name, choice]) => form.values[name] !== choice)
  return { form, conflict, isDirty }
}

/** Apart from the names of the other fields. */
function fieldOf({ id }: Account): string {
  return `platform-${id}`
}

function choiceOf({ given, active }: Account): Choice {
  if (!given) return 'no_access'
  return active ? 'active' : 'deactivated'
}

type StateTexts = { platformOff: string } & Record<`entry_${Account['state']}`, string>

/** Why an active account opens nothing. */
function hintOf({ given, active, state }: Account, t: StateTexts): string | undefined {
  if (!given || !active || state === 'active') return undefined
  return state === 'deactivated' ? t.platformOff : t[`entry_${state}`]
}
