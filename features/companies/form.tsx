import { useState } from 'react'
import { fill } from '#contract/locale.ts'
import { all, type Refusal } from '#contract/refusal.ts'
import { FieldFault, wiring } from '#web/field.tsx'
import { Form, SubmitButton, TextField, useForm } from '#web/form.tsx'
import type { FormState } from '#web/form-state.ts'
import { useWords } from '#web/locale.ts'
import { Notice } from '#web/notice.tsx'
import { sayDone } from '#web/snackbar.tsx'
import { AskDeactivate } from './ask-deactivate.tsx'
import { addPartner, changePartner, type CompanyDetails } from './contract.ts'
import { DryRun } from './dry-run.tsx'
import { words } from './messages.ts'
import styles from './page.module.css'
import { Rules, type Rule } from './rules.tsx'

export type Platform = { id: string; name: string }
type Field = 'name' | 'active' | 'subsystems' | 'ipAllowRules'
type Conflict = { by: string | undefined }

type Props = {
  company: CompanyDetails | undefined
  platforms: readonly Platform[]
  onReload: () => void
  onAdded: (id: string) => void
}

export function CompanyForm({ company, platforms, onReload, onAdded }: Props) {
  const say = useWords(words)
  const [subsystems, setSubsystems] = useState<readonly string[]>(company?.subsystems ?? [])
  const [rules, setRules] = useState<readonly Rule[]>(company?.ipAllowRules ?? [])
  const [conflict, setConflict] = useState<Conflict>()
  const form = useForm<typeof changePartner, Field>(
    // Both take the same and answer with an id; the one that is new has no etag.
    company ? changePartner : (addPartner as unknown as typeof changePartner),
    say,
    {
      empty: {
        name: company?.name ?? '',
        active: company?.active ?? true,
        subsystems: '',
        ipAllowRules: '',
      },
      ...(company && { params: { id: company.id }, headers: { 'if-match': company.etag } }),
      toBody: ({ name, active }) => ({ name, active, subsystems, ipAllowRules: rules }),
      onRefused: (refusal) => isConflict(refusal, setConflict),
      onDone: (reply, { name }) => {
        sayDone(fill(say.saved, { name: String(name) }))
        if (company) onReload()
        else onAdded(reply.id)
      },
    },
  )
  return (
    <AskDeactivate company={company} form={form}>
      {(asking) => (
        <Form form={asking}>
          <TextField form={form} name="name" label={say.name} autoComplete="off" />
          <label className={styles.check}>
            <input
              {...wiring({ form, name: 'active', label: '' })}
              type="checkbox"
              defaultChecked={company?.active ?? true}
            />
            {say.activeLabel}
          </label>
          <PlatformChoice {...{ form, platforms, subsystems, setSubsystems }} />
          <Rules {...{ form, platforms, rules, setRules }} />
          {company && <DryRun id={company.id} rules={rules} />}
          {conflict && <ConflictNotice {...conflict} onReload={onReload} />}
          <div className={styles.deeds}>
            <SubmitButton form={form}>{say.save}</SubmitButton>
          </div>
        </Form>
      )}
    </AskDeactivate>
  )
}

function isConflict(refusal: Refusal, onConflict: (conflict: Conflict) => void): boolean {
  if (refusal.code !== all.changedMeanwhile) return false
  onConflict({ by: refusal.faults[0]?.by })
  return true
}

function ConflictNotice({ by, onReload }: Conflict & { onReload: () => void }) {
  const say = useWords(words)
  return (
    <Notice kind="warning">
      {by === undefined ? say.changedBySomebody : fill(say.changedBy, { name: by })}{' '}
      <button type="button" className="quiet-button" onClick={onReload}>
        {say.reload}
      </button>
    </Notice>
  )
}

type ChoiceProps = {
  form: FormState<Field>
  platforms: readonly Platform[]
  subsystems: readonly string[]
  setSubsystems: (chosen: readonly string[]) => void
}

function PlatformChoice({ form, platforms, subsystems, setSubsystems }: ChoiceProps) {
  const say = useWords(words)
  return (
    <fieldset className={styles.group}>
      <legend>{say.platformsLegend}</legend>
      {platforms.length === 0 && <p className={styles.soft}>{say.noPlatforms}</p>}
      {platforms.map(({ id, name }) => (
        <label key={id} className={styles.check}>
          <input
            type="checkbox"
            checked={subsystems.includes(id)}
            onChange={({ target }) =>
              setSubsystems(
                target.checked ? [...subsystems, id] : subsystems.filter((each) => each !== id),
              )
            }
          />
          <bdi>{name}</bdi>
        </label>
      ))}
      <FieldFault form={form} name="subsystems" />
    </fieldset>
  )
}
