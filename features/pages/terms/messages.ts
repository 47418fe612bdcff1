import { defineMessages } from '#contract/locale.ts'

export const messages = defineMessages(
  { title: 'Terms and conditions' },
  {
    ar: { title: 'الشروط والأحكام' },
    fr: { title: 'Conditions générales' },
    es: { title: 'Términos y condiciones' },
    zh: { title: '条款与条件' },
  },
)

/** The text of the terms where the operator has set none; the server writes it into the page. */
export const termsText = defineMessages(
  {
    updated: 'In force since 1 November 2026',
    intro:
      'These terms apply to your account with {brand}. They do not change what your company has agreed with us about payments.',
    accountTitle: '1. Your account',
    accountText:
      'An account is personal and is opened by invitation. You act on behalf of the company that invited you, within the permissions it has given you. Please keep your name and contact details up to date.',
    securityTitle: '2. Keeping it safe',
    securityText:
      'Your password, your authenticator and your recovery codes are for you alone; we never ask for them by phone or email. Tell us immediately if you lose a device or notice a login that was not yours, and end your active sessions on the security page.',
    useTitle: '3. Fair use',
    useText:
      'Use the portal and its platforms only for lawful payments business. Do not try to access data that is not yours, bypass limits or disrupt the service.',
    dataTitle: '4. Your data',
    dataText:
      'We process what an account needs: your contact details, your logins with time, IP address and browser, and the changes you make. This record protects you and is required of payment providers. It is kept for 13 months unless the law requires longer. You can ask for access, correction or deletion at any time.',
    serviceTitle: '5. Service and liability',
    serviceText:
      'We work to keep the service available and secure, and we announce planned interruptions. We are liable under the law for intent and gross negligence, and otherwise for foreseeable damage from breaches of essential duties.',
    endTitle: '6. Changes and termination',
    endText:
      'We announce changes to these terms at least 30 days in advance. Your company or we may deactivate your account, and you may ask us to close it. Data that must be kept by law is stored for the required period.',
    contactTitle: '7. Contact',
    contactText: 'Questions about these terms? Write to {email}.',
  },
  {
    ar: {
      updated: 'سارية منذ 1 نوفمبر 2026',
      intro:
        'تنطبق هذه الشروط على حسابك لدى {brand}، ولا تغيّر ما اتفقت عليه شركتك معنا بشأن المدفوعات.',
      accountTitle: '1. حسابك',
      accountText:
        'الحساب شخصي ويُفتح بدعوة. أنت تتصرف نيابةً عن الشركة التي دعتك وضمن الصلاحيات التي منحتك إياها. يرجى إبقاء اسمك وبيانات الاتصال بك محدّثة.',
      securityTitle: '2. الحفاظ على أمان الحساب',
      securityText:
        'كلمة المرور وتطبيق المصادقة ورموز الاسترداد تخصك وحدك، ولا نطلبها أبدًا عبر الهاتف أو البريد الإلكتروني. أبلغنا فورًا إذا فقدت جهازًا أو لاحظت تسجيل دخول لم تقم به، وأنهِ جلساتك النشطة من صفحة الأمان.',
      useTitle: '3. الاستخدام المشروع',
      useText:
        'استخدم البوابة والمنصات المرتبطة بها لأعمال الدفع المشروعة فقط. لا تحاول الوصول إلى بيانات لا تخصك أو تجاوز الحدود أو تعطيل الخدمة.',
      dataTitle: '4. بياناتك',
      dataText:
        'نعالج ما يحتاجه الحساب: بيانات الاتصال، وعمليات تسجيل الدخول مع الوقت وعنوان IP والمتصفح، وما تجريه من تغييرات. هذا السجل يحميك وهو مطلوب من مقدمي خدمات الدفع، ويُحفظ 13 شهرًا ما لم يقتضِ القانون مدة أطول. ويمكنك في أي وقت طلب الاطلاع على بياناتك أو تصحيحها أو حذفها.',
      serviceTitle: '5. الخدمة والمسؤولية',
      serviceText:
        'نعمل على إبقاء الخدمة متاحة وآمنة ونعلن عن الانقطاعات المخطط لها. نتحمل المسؤولية وفق القانون عن العمد والإهمال الجسيم، وفيما عدا ذلك عن الأضرار المتوقعة الناتجة عن الإخلال بالالتزامات الأساسية.',
      endTitle: '6. التعديل والإنهاء',
      endText:
        'نعلن عن تعديل هذه الشروط قبل 30 يومًا على الأقل. يجوز لشركتك أو لنا تعطيل حسابك، ويمكنك أن تطلب إغلاقه. وتُحفظ البيانات التي يوجب القانون حفظها طوال المدة المطلوبة.',
      contactTitle: '7. التواصل',
      contactText: 'لديك أسئلة حول هذه الشروط؟ راسلنا على {email}.',
    },
    fr: {
      updated: 'En vigueur depuis le 1er novembre 2026',
      intro:
        'Ces conditions s’appliquent à votre compte {brand}. Elles ne modifient pas ce que votre entreprise a convenu avec nous pour les paiements.',
      accountTitle: '1. Votre compte',
      accountText:
        'Le compte est personnel et s’ouvre sur invitation. Vous agissez au nom de l’entreprise qui vous a invité, dans la limite des autorisations qu’elle vous a données. Veuillez tenir à jour votre nom et vos coordonnées.',
      securityTitle: '2. Sécurité',
      securityText:
        'Votre mot de passe, votre authentificateur et vos codes de secours sont strictement personnels ; nous ne les demandons jamais par téléphone ni par e-mail. Prévenez-nous immédiatement si vous perdez un appareil ou constatez une connexion qui n’est pas la vôtre, et mettez fin à vos sessions actives sur la page Sécurité.',
      useTitle: '3. Usage loyal',
      useText:
        'Utilisez le portail et ses plateformes uniquement pour des activités de paiement licites. N’essayez pas d’accéder à des données qui ne sont pas les vôtres, de contourner les limites ni de perturber le service.',
      dataTitle: '4. Vos données',
      dataText:
        'Nous traitons ce qu’exige un compte : vos coordonnées, vos connexions avec l’heure, l’adresse IP et le navigateur, et vos modifications. Ce journal vous protège et s’impose aux prestataires de paiement. Il est conservé 13 mois, sauf durée légale plus longue. Vous pouvez à tout moment demander l’accès, la rectification ou l’effacement.',
      serviceTitle: '5. Service et responsabilité',
      serviceText:
        'Nous veillons à la disponibilité et à la sécurité du service et annonçons les interruptions prévues. Nous répondons, selon la loi, de la faute intentionnelle ou lourde et, pour le reste, des dommages prévisibles causés par un manquement à une obligation essentielle.',
      endTitle: '6. Modifications et résiliation',
      endText:
        'Nous annonçons toute modification au moins 30 jours à l’avance. Votre entreprise ou nous-mêmes pouvons désactiver votre compte, et vous pouvez en demander la clôture. Les données dont la loi impose la conservation sont gardées pendant la durée requise.',
      contactTitle: '7. Contact',
      contactText: 'Une question sur ces conditions ? Écrivez à {email}.',
    },
    es: {
      updated: 'En vigor desde el 1 de noviembre de 2026',
      intro:
        'Estos términos se aplican a su cuenta de {brand}. No modifican lo que su empresa ha acordado con nosotros sobre los pagos.',
      accountTitle: '1. Su cuenta',
      accountText:
        'La cuenta es personal y se abre por invitación. Usted actúa en nombre de la empresa que le invitó y dentro de los permisos que esta le ha dado. Mantenga actualizados su nombre y sus datos de contacto.',
      securityTitle: '2. Seguridad',
      securityText:
        'Su contraseña, su autenticador y sus códigos de recuperación son solo suyos; nunca los pedimos por teléfono ni por correo. Avísenos de inmediato si pierde un dispositivo o detecta un acceso que no fue suyo, y cierre sus sesiones activas en la página Seguridad.',
      useTitle: '3. Uso correcto',
      useText:
        'Use el portal y sus plataformas únicamente para actividades de pago lícitas. No intente acceder a datos ajenos, eludir los límites ni perturbar el servicio.',
      dataTitle: '4. Sus datos',
      dataText:
        'Tratamos lo que requiere una cuenta: sus datos de contacto, sus accesos con hora, dirección IP y navegador, y los cambios que realiza. Este registro le protege y es obligatorio para los proveedores de pagos. Se conserva 13 meses, salvo que la ley exija más. Puede pedir en todo momento el acceso, la rectificación o la supresión.',
      serviceTitle: '5. Servicio y responsabilidad',
      serviceText:
        'Trabajamos para que el servicio sea seguro y esté disponible, y anunciamos las interrupciones previstas. Respondemos conforme a la ley por dolo y culpa grave y, en lo demás, por los daños previsibles derivados del incumplimiento de obligaciones esenciales.',
      endTitle: '6. Cambios y finalización',
      endText:
        'Anunciamos los cambios con al menos 30 días de antelación. Su empresa o nosotros podemos desactivar su cuenta, y usted puede pedir que se cierre. Los datos que la ley obliga a conservar se guardan durante el plazo exigido.',
      contactTitle: '7. Contacto',
      contactText: '¿Tiene preguntas sobre estos términos? Escriba a {email}.',
    },
    zh: {
      updated: '自 2026 年 11 月 1 日起生效',
      intro: '本条款适用于您的 {brand} 账户，不改变贵公司与我们就支付业务达成的约定。',
      accountTitle: '1. 您的账户',
      accountText:
        '账户仅限本人使用，并凭邀请开立。您代表邀请您的公司，并在其授予的权限范围内操作。请及时更新您的姓名和联系方式。',
      securityTitle: '2. 账户安全',
      securityText:
        '您的密码、身份验证器和恢复码仅供您本人使用，我们绝不会通过电话或邮件索要。如设备丢失或发现非本人登录，请立即告知我们，并在安全页面结束活动会话。',
      useTitle: '3. 合理使用',
      useText:
        '请仅将本门户及其平台用于合法的支付业务。请勿试图访问不属于您的数据、规避限制或干扰服务。',
      dataTitle: '4. 您的数据',
      dataText:
        '我们处理账户所需的信息：联系方式，登录的时间、IP 地址和浏览器，以及您所做的更改。该记录既保护您，也是支付服务机构的法定要求。除法律要求更长期限外，保存 13 个月。您可随时要求查阅、更正或删除。',
      serviceTitle: '5. 服务与责任',
      serviceText:
        '我们努力保持服务可用与安全，并提前公布计划内的中断。对于故意和重大过失，我们依法承担责任；其他情况下，仅对违反主要义务所致的可预见损失负责。',
      endTitle: '6. 变更与终止',
      endText:
        '条款变更将至少提前 30 天公布。贵公司或我们可以停用您的账户，您也可以要求注销。依法须保存的数据将保存至规定期限届满。',
      contactTitle: '7. 联系方式',
      contactText: '对本条款有疑问？请致信 {email}。',
    },
  },
)
