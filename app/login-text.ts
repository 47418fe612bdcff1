/** Returns the introduction of the OpenAPI document: how each kind of caller logs in. A test runs its commands. */
export function howToLogIn(portal: string, visitorCookie: string): string {
  return `**A browser logs in** in four steps, keeping the cookies that each answer sets:

1. \`GET /api/csrf\` sets \`${visitorCookie}\` and answers the header \`X-CSRF-Token\`. Each changing call sends the latest such token, \`X-Requested-With: XMLHttpRequest\` and the \`Origin\` of the portal’s pages.
2. \`POST /api/users/login\` with the email address and the password.
3. \`POST /api/users/login/verify-mfa\` with the code of the authenticator.
4. \`GET /api/users/me\`, and any other call.

\`\`\`sh
portal=${portal}
csrf() { curl -sS -b jar -c jar -o /dev/null -w '%header{x-csrf-token}' "$portal/api/csrf"; }
post() { curl -sS -b jar -c jar -H "Origin: $portal" -H 'X-Requested-With: XMLHttpRequest' -H "X-CSRF-Token: $(csrf)" -H 'Content-Type: application/json' -d "$2" "$portal$1"; }
post /api/users/login "{\\"email\\":\\"$EMAIL\\",\\"password\\":\\"$PASSWORD\\"}"
post /api/users/login/verify-mfa "{\\"otp\\":\\"$CODE\\"}"
curl -sS -b jar -c jar "$portal/api/users/me"
\`\`\`

Admins do the same below \`/api/admin\`. Calls that anyone could send in large numbers need \`humanCheck\`: the solved challenge of \`GET /api/human-check/challenge\` (ALTCHA).

**A service account** sends \`Authorization: Bearer …\` alone, with a token of \`POST /oidc/token\` for an assertion signed with its key. **A platform** does the same with a token for its client credentials and the scope \`invitations\`.

Errors have the format of RFC 9457, with an error code (\`errorCode\`). Lists return one page; the headers \`Link\`, \`X-Next-Url\` and \`X-Next-Cursor\` lead to the next. Clients must ignore unknown fields.`
}
