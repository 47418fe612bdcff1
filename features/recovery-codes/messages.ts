import { messages } from '#contract/locale.ts'

export const words = messages(
  {
    title: 'Recovery codes',
    text: 'If you lose your phone, each of these codes lets you log in once instead of a code of your authenticator app.',
    left: { one: '{count} code left', other: '{count} codes left' },
    none: 'No codes left',
    few: 'You should make new ones, so that you can still log in when your phone is out of reach.',
    make: 'Make new recovery codes',
    askText:
      'Your present recovery codes stop working. Enter the code that your authenticator app shows now.',
    code: '6-digit code',
    confirm: 'Make new codes',
    cancel: 'Cancel',
    codesTitle: 'Save your new recovery codes',
    codesText:
      'The older ones no longer work. These are shown only now: keep them where others do not find them.',
    saved: 'I have saved them',
    addressBlocked:
      'Too many failed attempts. For your security, codes are refused for some minutes.',
  },
  {
    ar: {
      title: 'رموز الاسترداد',
      text: 'إذا فقدت هاتفك، يتيح لك كل رمز من هذه الرموز تسجيل الدخول مرة واحدة بدلًا من رمز تطبيق المصادقة.',
      left: {
        zero: 'لا رموز متبقية',
        one: 'بقي رمز واحد',
        two: 'بقي رمزان',
        few: 'بقيت {count} رموز',
        many: 'بقي {count} رمزًا',
        other: 'بقي {count} رمز',
      },
      none: 'لا رموز متبقية',
      few: 'ننصحك بإنشاء رموز جديدة لتتمكن من تسجيل الدخول إذا تعذّر استخدام هاتفك.',
      make: 'إنشاء رموز استرداد جديدة',
      askText: 'ستتوقف رموز الاسترداد الحالية عن العمل. أدخل الرمز الذي يعرضه تطبيق المصادقة الآن.',
      code: 'رمز من 6 أرقام',
      confirm: 'إنشاء رموز جديدة',
      cancel: 'إلغاء',
      codesTitle: 'احفظ رموز الاسترداد الجديدة',
      codesText: 'لم تعد الرموز القديمة صالحة. تُعرض هذه الرموز الآن فقط، فاحفظها حيث لا يجدها غيرك.',
      saved: 'لقد حفظتها',
      addressBlocked: 'محاولات فاشلة كثيرة. حفاظًا على أمانك، لن تُقبل الرموز لبضع دقائق.',
    },
    fr: {
      title: 'Codes de secours',
      text: 'Si vous perdez votre téléphone, chacun de ces codes permet de vous connecter une fois, à la place d’un code de votre application d’authentification.',
      left: { one: '{count} code restant', other: '{count} codes restants' },
      none: 'Aucun code restant',
      few: 'Nous vous conseillons d’en créer de nouveaux, afin de pouvoir vous connecter même sans votre téléphone.',
      make: 'Créer de nouveaux codes de secours',
      askText:
        'Vos codes de secours actuels cesseront de fonctionner. Saisissez le code affiché par votre application d’authentification.',
      code: 'Code à 6 chiffres',
      confirm: 'Créer de nouveaux codes',
      cancel: 'Annuler',
      codesTitle: 'Enregistrez vos nouveaux codes de secours',
      codesText:
        'Les anciens ne fonctionnent plus. Ceux-ci ne sont affichés que maintenant : conservez-les à l’abri des regards.',
      saved: 'Je les ai enregistrés',
      addressBlocked:
        'Trop de tentatives infructueuses. Pour votre sécurité, les codes sont refusés pendant quelques minutes.',
    },
    es: {
      title: 'Códigos de recuperación',
      text: 'Si pierde el teléfono, cada uno de estos códigos le permite entrar una vez en lugar de un código de su aplicación de autenticación.',
      left: { one: 'Queda {count} código', other: 'Quedan {count} códigos' },
      none: 'No quedan códigos',
      few: 'Le recomendamos crear otros nuevos para poder entrar aunque no tenga el teléfono a mano.',
      make: 'Crear nuevos códigos de recuperación',
      askText:
        'Sus códigos de recuperación actuales dejarán de funcionar. Introduzca el código que muestra ahora su aplicación de autenticación.',
      code: 'Código de 6 dígitos',
      confirm: 'Crear nuevos códigos',
      cancel: 'Cancelar',
      codesTitle: 'Guarde sus nuevos códigos de recuperación',
      codesText:
        'Los anteriores ya no funcionan. Estos solo se muestran ahora: guárdelos donde nadie más los encuentre.',
      saved: 'Los he guardado',
      addressBlocked:
        'Demasiados intentos fallidos. Por su seguridad, los códigos se rechazan durante unos minutos.',
    },
    zh: {
      title: '恢复码',
      text: '如果手机丢失，每个恢复码可代替身份验证器应用的验证码供您登录一次。',
      left: { other: '剩余 {count} 个恢复码' },
      none: '没有剩余的恢复码',
      few: '建议您生成新的恢复码，以便在无法使用手机时仍可登录。',
      make: '生成新的恢复码',
      askText: '您当前的恢复码将失效。请输入身份验证器应用当前显示的验证码。',
      code: '6 位验证码',
      confirm: '生成新恢复码',
      cancel: '取消',
      codesTitle: '保存新的恢复码',
      codesText: '旧的恢复码已失效。新恢复码仅显示这一次，请妥善保管，切勿让他人获取。',
      saved: '我已保存',
      addressBlocked: '失败次数过多。为保障您的安全，几分钟内将不接受验证码。',
    },
  },
)

export const mailWords = messages(
  {
    subject: 'Your recovery codes at {brand} are running low',
    greeting: 'Hello {firstname},',
    used: 'One of your recovery codes at {brand} has just been used.',
    left: { one: 'You have {count} left.', other: 'You have {count} left.' },
    none: 'You have none left.',
    renew:
      'Make new ones in your security settings, so that you can still log in when your phone is out of reach.',
    link: 'Make new recovery codes',
    unexpected: 'It was not you? Then change your password at once and tell us: {supportEmail}',
  },
  {
    ar: {
      subject: 'رموز الاسترداد الخاصة بك في {brand} على وشك النفاد',
      greeting: 'مرحبًا {firstname}،',
      used: 'تم للتو استخدام أحد رموز الاسترداد الخاصة بك في {brand}.',
      left: {
        zero: 'لم يبقَ لديك أي رمز.',
        one: 'بقي لديك رمز واحد.',
        two: 'بقي لديك رمزان.',
        few: 'بقيت لديك {count} رموز.',
        many: 'بقي لديك {count} رمزًا.',
        other: 'بقي لديك {count} رمز.',
      },
      none: 'لم يبقَ لديك أي رمز.',
      renew: 'أنشئ رموزًا جديدة من إعدادات الأمان لتتمكن من تسجيل الدخول إذا تعذّر استخدام هاتفك.',
      link: 'إنشاء رموز استرداد جديدة',
      unexpected: 'لم تكن أنت؟ إذن غيّر كلمة مرورك فورًا وأخبرنا: {supportEmail}',
    },
    fr: {
      subject: 'Vos codes de secours {brand} sont bientôt épuisés',
      greeting: 'Bonjour {firstname},',
      used: 'L’un de vos codes de secours {brand} vient d’être utilisé.',
      left: { one: 'Il vous en reste {count}.', other: 'Il vous en reste {count}.' },
      none: 'Il ne vous en reste aucun.',
      renew:
        'Créez-en de nouveaux dans vos paramètres de sécurité, afin de pouvoir vous connecter même sans votre téléphone.',
      link: 'Créer de nouveaux codes de secours',
      unexpected:
        'Ce n’était pas vous ? Changez immédiatement votre mot de passe et prévenez-nous : {supportEmail}',
    },
    es: {
      subject: 'Le quedan pocos códigos de recuperación en {brand}',
      greeting: 'Hola, {firstname}:',
      used: 'Se acaba de usar uno de sus códigos de recuperación en {brand}.',
      left: { one: 'Le queda {count}.', other: 'Le quedan {count}.' },
      none: 'No le queda ninguno.',
      renew:
        'Cree otros nuevos en su configuración de seguridad para poder entrar aunque no tenga el teléfono a mano.',
      link: 'Crear nuevos códigos de recuperación',
      unexpected: '¿No ha sido usted? Cambie de inmediato su contraseña y avísenos: {supportEmail}',
    },
    zh: {
      subject: '您在 {brand} 的恢复码即将用完',
      greeting: '{firstname}，您好：',
      used: '您在 {brand} 的一个恢复码刚刚被使用。',
      left: { other: '您还剩 {count} 个恢复码。' },
      none: '您已没有可用的恢复码。',
      renew: '请在安全设置中生成新的恢复码，以便在无法使用手机时仍可登录。',
      link: '生成新的恢复码',
      unexpected: '如果不是您本人操作，请立即更改密码并告知我们：{supportEmail}',
    },
  },
)
