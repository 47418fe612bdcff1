import { address, origin } from '#contract/address.ts'
import { multiFactor, phishingResistant } from '#contract/assurance.ts'
import { useMessages } from '#web/locale.ts'
import { Group } from '#web/ui/choice-group.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { linesOf } from '#web/ui/codecs.ts'
import { LinesField, SelectField, SwitchField } from '#web/ui/record-fields.tsx'
import { AddressChecks } from './address-checks.tsx'
import type { FieldsProps } from './values.tsx'
import { proofs } from './fields-contract.ts'
import { messages } from './texts/messages.ts'

const isAddress = (line: string) => address.safeParse(line).success
const isOrigin = (line: string) => origin.safeParse(line).success

type UrlProps = FieldsProps & {
  name: 'url' | 'backchannelLogoutUri' | 'entryOrigin' | 'jwksUri'
  isOptional?: boolean
}

export function UrlField(props: UrlProps) {
  return <TextField {...props} autoComplete="off" dir="ltr" />
}

/** The choice of the companies that have the platform without being changed: those that have all platforms. */
export function Offer({ form }: FieldsProps) {
  const t = useMessages(messages)
  return (
    <div>
      <SwitchField form={form} name="offeredToAll" />
      <p className="hint">{t.offeredHint}</p>
    </div>
  )
}

export function Addresses({ form }: FieldsProps) {
  const t = useMessages(messages)
  return (
    <Group legend={t.addressesLegend}>
      <div className="stack-5">
        <p className="soft">{t.addressesHint}</p>
        <RedirectUris form={form} />
        <LinesField form={form} name="postLogoutUris" rows={2} isValid={isAddress} isOptional />
        <UrlField form={form} name="backchannelLogoutUri" isOptional />
        <LinesField form={form} name="origins" rows={2} isValid={isOrigin} isOptional />
        <UrlField form={form} name="entryOrigin" isOptional />
      </div>
    </Group>
  )
}

/** The field of redirect URIs, with a check of each one while the admin types. */
export function RedirectUris({ form }: FieldsProps) {
  return (
    <div>
      <LinesField form={form} name="redirectUris" />
      <AddressChecks addresses={linesOf(form.values.redirectUris)} />
    </div>
  )
}

/** The fields of client authentication, PKCE and invitations. */
export function ClientAuthentication({ form }: FieldsProps) {
  const t = useMessages(messages)
  const { proof } = form.values
  return (
    <Group legend={t.proofLegend}>
      <div className="stack-5">
        <SelectField
          form={form}
          name="proof"
          options={proofs.map((value) => ({ value, text: t[`proof_${value}`] }))}
        />
        {proof === 'keys' && (
          <>
            <LinesField form={form} name="jwks" rows={6} isOptional />
            <UrlField form={form} name="jwksUri" isOptional />
          </>
        )}
        <SwitchField form={form} name="pkce" />
        <SwitchField form={form} name="mayInvite" />
      </div>
    </Group>
  )
}

/** The fields with the platform's requirements for a login. */
export function Assurance({ form }: FieldsProps) {
  const t = useMessages(messages)
  return (
    <Group legend={t.assuranceLegend}>
      <div className="stack-5">
        <p className="soft">{t.assuranceHint}</p>
        <SelectField
          form={form}
          name="requiredAcr"
          options={[
            { value: '', text: t.acr_any },
            { value: multiFactor, text: t.acr_mfa },
            { value: phishingResistant, text: t.acr_phr },
          ]}
        />
        <MinutesField form={form} name="maxAgeMinutes" />
        <MinutesField form={form} name="idleMinutes" />
      </div>
    </Group>
  )
}

function MinutesField(props: FieldsProps & { name: 'maxAgeMinutes' | 'idleMinutes' }) {
  return <TextField {...props} autoComplete="off" dir="ltr" inputMode="numeric" isOptional />
}

/** The fields that determine which user data the platform receives. */
export function UserData({ form }: FieldsProps) {
  const t = useMessages(messages)
  return (
    <Group legend={t.claimsLegend}>
      <div className="stack-5">
        <p className="soft">{t.claimsHint}</p>
        <SwitchField form={form} name="idTokenClaims" />
        <SwitchField form={form} name="extraScopes" />
      </div>
    </Group>
  )
}
