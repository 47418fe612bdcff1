import { messages } from '#contract/locale.ts'

export const mailWords = messages(
  {
    subject: 'Your invitation to {brand}',
    greeting: 'Hello {firstname},',
    invited:
      '{company} has invited you to {brand}. Set up your account once, and one login takes you to all of our platforms.',
    link: 'Set up my account',
    lifetime:
      'The link works for 7 days and only once. You will need a phone with an authenticator app.',
    unexpected:
      'You did not expect this? Then you can ignore this mail; without the link nothing happens. Questions: {supportEmail}',
  },
  {
    ar: {
      subject: 'دعوتك إلى {brand}',
      greeting: 'مرحبًا {firstname}،',
      invited:
        'دعتك شركة {company} للانضمام إلى {brand}. أنشئ حسابك مرة واحدة، ثم ادخل إلى جميع منصاتنا بتسجيل دخول واحد.',
      link: 'إنشاء حسابي',
      lifetime: 'الرابط صالح لمدة 7 أيام ولمرة واحدة فقط. ستحتاج إلى هاتف عليه تطبيق مصادقة.',
      unexpected:
        'لم تكن تتوقع هذه الرسالة؟ يمكنك تجاهلها، فلن يحدث شيء من دون الرابط. للاستفسار: {supportEmail}',
    },
    fr: {
      subject: 'Votre invitation à rejoindre {brand}',
      greeting: 'Bonjour {firstname},',
      invited:
        '{company} vous invite à rejoindre {brand}. Créez votre compte une seule fois : une seule connexion vous ouvrira toutes nos plateformes.',
      link: 'Créer mon compte',
      lifetime:
        'Ce lien est valable 7 jours et ne fonctionne qu’une seule fois. Munissez-vous d’un téléphone avec une application d’authentification.',
      unexpected:
        'Vous n’attendiez pas ce message ? Vous pouvez l’ignorer : sans le lien, rien ne se passe. Une question : {supportEmail}',
    },
    es: {
      subject: 'Su invitación a {brand}',
      greeting: 'Hola, {firstname}:',
      invited:
        '{company} le ha invitado a {brand}. Cree su cuenta una sola vez y, con un único inicio de sesión, accederá a todas nuestras plataformas.',
      link: 'Crear mi cuenta',
      lifetime:
        'El enlace es válido durante 7 días y solo funciona una vez. Necesitará un teléfono con una aplicación de autenticación.',
      unexpected:
        '¿No esperaba este correo? Puede ignorarlo: sin el enlace no ocurre nada. Si tiene preguntas: {supportEmail}',
    },
    zh: {
      subject: '邀请您加入 {brand}',
      greeting: '{firstname}，您好：',
      invited: '{company} 邀请您加入 {brand}。只需设置一次账户，登录一次即可进入我们的所有平台。',
      link: '设置我的账户',
      lifetime: '该链接 7 天内有效，且只能使用一次。您需要一部装有身份验证器应用的手机。',
      unexpected:
        '如果您并未预期收到此邮件，可以忽略它；不使用该链接不会发生任何事情。如有疑问，请联系：{supportEmail}',
    },
  },
)
