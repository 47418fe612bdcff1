import { defineMessages } from '#contract/locale.ts'

export const mailMessages = defineMessages(
  {
    subject: '{company} has invited you',
    open: '{company} has invited you to join it with your {brand} account. Log in to see what you would get, and decide.',
    closed:
      '{company} wants to invite you. Your {brand} account cannot be used for this, so nothing has changed. If you work for {company} now, write to {supportEmail}: only support can move your account.',
    link: 'See the invitation',
    lifetime: 'The invitation is open for 7 days.',
    unexpected: 'If you did not expect this email, you can ignore it. Questions? {supportEmail}',
  },
  {
    ar: {
      subject: 'دعوة من {company}',
      open: 'دعتك {company} للانضمام إليها بحسابك في {brand}. سجّل الدخول لترى ما ستحصل عليه ثم قرّر.',
      closed:
        'تريد {company} دعوتك، لكن حسابك في {brand} لا يصلح لذلك، فلم يتغيّر شيء. إذا كنت تعمل الآن لدى {company} فراسلنا على {supportEmail}: نقل الحساب من صلاحية الدعم وحده.',
      link: 'عرض الدعوة',
      lifetime: 'الدعوة سارية لمدة 7 أيام.',
      unexpected: 'لم تكن تتوقع هذه الرسالة؟ يمكنك تجاهلها. للاستفسار: {supportEmail}',
    },
    fr: {
      subject: '{company} vous invite',
      open: '{company} vous invite à la rejoindre avec votre compte {brand}. Connectez-vous pour voir ce que vous obtiendriez, puis décidez.',
      closed:
        '{company} souhaite vous inviter. Votre compte {brand} ne le permet pas : rien n’a changé. Si vous travaillez désormais pour {company}, écrivez à {supportEmail} : seule l’assistance peut déplacer votre compte.',
      link: 'Voir l’invitation',
      lifetime: 'L’invitation est valable 7 jours.',
      unexpected:
        'Vous n’attendiez pas ce message ? Vous pouvez l’ignorer. Une question ? Écrivez à {supportEmail}',
    },
    es: {
      subject: '{company} le ha invitado',
      open: '{company} le ha invitado a unirse con su cuenta de {brand}. Inicie sesión para ver qué obtendría y decida.',
      closed:
        '{company} quiere invitarle. Su cuenta de {brand} no lo permite, así que nada ha cambiado. Si ahora trabaja para {company}, escriba a {supportEmail}: solo soporte puede trasladar su cuenta.',
      link: 'Ver la invitación',
      lifetime: 'La invitación está abierta durante 7 días.',
      unexpected: '¿No esperaba este correo? Puede ignorarlo. ¿Tiene preguntas? {supportEmail}',
    },
    zh: {
      subject: '{company} 邀请了您',
      open: '{company} 邀请您使用 {brand} 账户加入。请登录查看您将获得的内容，再作决定。',
      closed:
        '{company} 想要邀请您。您的 {brand} 账户无法用于此邀请，因此没有任何变更。如果您现在任职于 {company}，请联系 {supportEmail}：只有客服可以转移您的账户。',
      link: '查看邀请',
      lifetime: '邀请的有效期为 7 天。',
      unexpected: '如果您并未预期收到此邮件，可以忽略。如有疑问，请联系：{supportEmail}',
    },
  },
)
