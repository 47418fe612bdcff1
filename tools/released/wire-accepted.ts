/**
 * Differences from the last release that do not break its pages, each with the reason. The list starts empty after each
 * release.
 */
export const acceptedDifferences: readonly { what: RegExp; reason: string }[] = [
  {
    what: / has a narrower pattern$| body\.(newPassword|password) has a narrower (min|max)Length$/,
    reason:
      'The document of 0.2.0 left out checks that 0.2.0 made: contract/fields.ts is as strict as then.',
  },
  {
    what: /^PUT \/api\/users\/me body\.timezone takes listed values only$/,
    reason: 'As above: 0.2.0 refused unknown time zones, and its document did not list them.',
  },
  {
    what: /^GET \/api\/admin\/auditlogs(\/\w+)? parameter\.query\.action(\[\])? (takes listed values only|has a narrower maxLength)$/,
    reason: 'Pages of 0.2.0 offer only names of actions, and no name has been removed.',
  },
  {
    what: /^GET \/api\/admin\/auditlogs\/export reply is no longer application\/json$/,
    reason: 'It was a CSV file in 0.2.0, too; the document was wrong.',
  },
  {
    what: /^POST \/api\/users\/reset-mfa\/link is gone$/,
    reason:
      'A lost device waits for a second person (docs/decisions/0110-a-lost-device-is-a-case.md).',
  },
  {
    what: /^POST \/api\/users\/recovery-codes body\.otp is refused$/,
    reason: 'CHANGELOG.md: the call needs step-up authentication in place of a code.',
  },
  {
    what: /^(GET|PUT) \/api\/admin\/partners(\/\{id\})? reply(\[\])?\.subsystems changes its type$/,
    reason: 'CHANGELOG.md: a list of all platforms was stored as a limit by the next save.',
  },
]
